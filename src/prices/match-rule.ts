/**
 * How the table recognises a name: alternatives joined by `|`, each a list of tests joined by `&`. A test is
 * `=` whole name, `^` start, `$` end or `*` anywhere, after an optional `!` for "not". `#` in the wanted text
 * stands for one digit and `%` for the model's own id, as does a test without text. Every test is a plain scan, linear in
 * the name, because names come from agents.
 */
export type NameTest = (name: string) => boolean

export function parseRule(rule: string, id: string): NameTest {
  const alternatives = rule.split('|').map((alternative) => {
    const tests = alternative.split('&').map((test) => parseTest(test, id))
    return tests.length === 1 ? tests[0]! : (name: string) => tests.every((holds) => holds(name))
  })
  return alternatives.length === 1 ? alternatives[0]! : (name) => alternatives.some((holds) => holds(name))
}

function parseTest(test: string, id: string): NameTest {
  if (test.startsWith('!')) {
    const denied = parseTest(test.slice(1), id)
    return (name) => !denied(name)
  }
  const wanted = test.length > 1 ? test.slice(1).replace('%', id) : id
  const build = TESTS[test[0] as keyof typeof TESTS]
  if (build === undefined) throw new Error(`the price table holds a rule it cannot mean: ${test}`)
  return build(wanted)
}

const TESTS = {
  '=': (wanted: string): NameTest =>
    wanted.includes('#')
      ? (name) => name.length === wanted.length && hasShape(name, wanted)
      : (name) => name === wanted,
  '^': (wanted: string): NameTest =>
    wanted.includes('#') ? (name) => hasShape(name, wanted) : (name) => name.startsWith(wanted),
  $:
    (wanted: string): NameTest =>
    (name) =>
      name.endsWith(wanted),
  '*':
    (wanted: string): NameTest =>
    (name) =>
      name.includes(wanted),
}

function hasShape(name: string, shape: string): boolean {
  if (name.length < shape.length) return false
  for (let at = 0; at < shape.length; at += 1) {
    const holds = shape[at] === '#' ? isDigit(name.charCodeAt(at)) : shape[at] === name[at]
    if (!holds) return false
  }
  return true
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}
