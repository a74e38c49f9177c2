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

/** The longest literal stretch of a glob is enough to rule a text out. */
function holds(spot: UndecidableSpot, name: string): boolean {
  const [longest = ''] = name.split(/[*?]/u).sort((one, other) => other.length - one.length)
  return spot.text.includes(longest.toLowerCase())
}
