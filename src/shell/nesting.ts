// deeper than the walk would follow anyway; reading such text costs its length once for every level
const DEEPEST_SUBSTITUTION = 60

/** Whether more substitutions are open at one place than will be followed; a rough count is enough for that. */
export function isTooNested(source: string): boolean {
  let depth = 0
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at]
    if ((char === '(' || char === '{') && isOpener(source[at - 1])) {
      depth += 1
      if (depth > DEEPEST_SUBSTITUTION) return true
    } else if ((char === ')' || char === '}') && depth > 0) depth -= 1
  }
  return false
}

function isOpener(char: string | undefined): boolean {
  return char === '$' || char === '<' || char === '>'
}
