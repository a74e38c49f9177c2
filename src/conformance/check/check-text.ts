import type { TextCheck } from '../model.ts'

const SHOWN = 120

/** What is wrong with a text, in words that follow the name of the thing. */
export function textFaults(text: string, check: TextCheck): readonly string[] {
  const { equals, contains, notContains, matches, notMatches } = check
  const faults: string[] = []
  if (equals !== undefined && text !== equals) faults.push(`expected ${quoted(equals)}, got ${quoted(text)}`)
  for (const part of contains)
    if (!text.includes(part)) faults.push(`expected it to contain ${quoted(part)}, got ${quoted(text)}`)
  for (const part of notContains)
    if (text.includes(part)) faults.push(`expected it not to contain ${quoted(part)}`)
  if (matches !== undefined && !matches.test(text))
    faults.push(`expected it to match \`${matches.source}\`, got ${quoted(text)}`)
  if (notMatches !== undefined && notMatches.test(text))
    faults.push(`expected it not to match \`${notMatches.source}\``)
  return faults
}

export function saysAnything({ equals, contains, notContains, matches, notMatches }: TextCheck): boolean {
  return (
    equals !== undefined ||
    contains.length > 0 ||
    notContains.length > 0 ||
    matches !== undefined ||
    notMatches !== undefined
  )
}

export function quoted(text: string): string {
  return `\`${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}\``
}
