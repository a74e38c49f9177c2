import type { ShellAnalysis, UndecidableKind, UndecidableSpot } from '../analysis.ts'
import { shown } from '../symbols.ts'
import { shorten, type ShellMatch } from './pattern.ts'

const REASONS: Readonly<Record<UndecidableKind, string>> = {
  'unknown-script': 'the text handed to a shell is only known at run time',
  'unknown-code': 'code starts a process whose command is only known at run time',
  unreadable: 'the command line cannot be read to its end',
  'too-complex': 'the command line is nested or repeated too deeply to follow',
}

/** Spots where a pattern could match; `names` are what must stand in a text nobody could parse. */
export function undecidedMatch(analysis: ShellAnalysis, names: readonly string[]): ShellMatch | undefined {
  if (analysis.undecidable.length === 0) return undefined
  const spot = analysis.undecidable.find(
    (one) => one.kind !== 'unreadable' || names.every((name) => holds(one, name)),
  )
  if (spot === undefined) return undefined
  return {
    outcome: 'undecidable',
    evidence: shorten(shown(spot.text)),
    span: spot.span,
    reason: REASONS[spot.kind],
  }
}

/** A plain name must stand there as a word; of a glob its longest literal stretch is enough to rule a text out. */
function holds({ text }: UndecidableSpot, name: string): boolean {
  const isGlob = /[*?]/u.test(name)
  const [longest = ''] = name.split(/[*?]/u).sort((one, other) => other.length - one.length)
  const wanted = longest.toLowerCase()
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (isGlob || (isBoundary(text[at - 1]) && isBoundary(text[at + wanted.length]))) return true
  return false
}

function isBoundary(char: string | undefined): boolean {
  return char === undefined || !/[\w-]/u.test(char)
}
