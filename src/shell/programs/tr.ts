import { decodeEscapes } from '../decode.ts'
import { isSymbolic } from '../symbols.ts'

const CLASSES: Readonly<Record<string, string>> = {
  '[:lower:]': 'a-z',
  '[:upper:]': 'A-Z',
  '[:digit:]': '0-9',
  '[:alpha:]': 'A-Za-z',
  '[:alnum:]': '0-9A-Za-z',
  '[:space:]': ' \t\n\r\f\v',
  '[:blank:]': ' \t',
}

/** What `tr` makes of a known text; `undefined` for what it is not worth knowing. */
export function translateText(
  input: string,
  sets: readonly string[],
  flags: ReadonlySet<string>,
): string | undefined {
  const [first, second] = sets.map(expandSet)
  if (isSymbolic(input) || first === undefined || sets.some(isSymbolic)) return undefined
  if (flags.has('c') || flags.has('C') || flags.has('complement')) return undefined
  if (flags.has('d') || flags.has('delete'))
    return Array.from(input)
      .filter((char) => !first.includes(char))
      .join('')
  if (second === undefined || second.length === 0) return flags.has('s') ? input : undefined
  const last = second.at(-1)!
  const table = new Map(first.map((char, index) => [char, second[index] ?? last]))
  return Array.from(input)
    .map((char) => table.get(char) ?? char)
    .join('')
}

function expandSet(set: string): readonly string[] {
  let plain = set
  for (const [name, chars] of Object.entries(CLASSES)) plain = plain.replaceAll(name, chars)
  const chars = Array.from(decodeEscapes(plain))
  const out: string[] = []
  for (let at = 0; at < chars.length && out.length < 512; at += 1) {
    const end = chars[at + 1] === '-' ? chars[at + 2] : undefined
    if (end === undefined) {
      out.push(chars[at]!)
      continue
    }
    const from = chars[at]!.codePointAt(0)!
    const to = end.codePointAt(0)!
    for (let code = from; code <= to && code - from < 256; code += 1) out.push(String.fromCodePoint(code))
    at += 2
  }
  return out
}
