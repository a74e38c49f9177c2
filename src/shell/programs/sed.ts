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
  const [, pattern, replacement, flags, ...rest] = command.split(separator)
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
