import { isSymbolic } from '../symbols.ts'

/** What `sed` makes of a known text when its script is plain `s` commands without regex operators. */
export function substituteText(script: string, input: string): string | undefined {
  if (isSymbolic(input) || isSymbolic(script)) return undefined
  let value = input
  for (const command of script.split(/[;\n]/u)) {
    if (command.trim() === '') continue
    const next = substituteOnce(command.trim(), value)
    if (next === undefined) return undefined
    value = next
  }
  return value
}

function substituteOnce(command: string, input: string): string | undefined {
  const separator = command[1]
  if (command[0] !== 's' || separator === undefined || /[\w\\]/u.test(separator)) return undefined
  const [, pattern, replacement, flags, ...rest] = splitUnescaped(command, separator)
  if (pattern === undefined || replacement === undefined || flags === undefined || rest.length > 0)
    return undefined
  if (pattern === '' || /[.*[\]^$\\+?(){}|&]/u.test(pattern + replacement) || !/^g?$/u.test(flags))
    return undefined
  const lines = input.split('\n')
  return lines
    .map((line) =>
      flags === 'g' ? line.split(pattern).join(replacement) : line.replace(pattern, () => replacement),
    )
    .join('\n')
}

/** Splits at a separator that no backslash stands before. */
export function splitUnescaped(command: string, separator: string): readonly string[] {
  const parts = ['']
  for (let at = 0; at < command.length; at += 1) {
    const char = command[at]!
    if (char === '\\' && command[at + 1] === separator) parts.push((parts.pop() ?? '') + command[(at += 1)])
    else if (char === separator) parts.push('')
    else parts.push((parts.pop() ?? '') + char)
  }
  return parts
}
