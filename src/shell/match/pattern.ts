import type { ShellAnalysis, ShellCommand } from '../analysis.ts'
import { shown } from '../symbols.ts'
import type { Span } from '../text.ts'

/** What a pattern found: `undecidable` when it depends on what is only known at run time. */
export interface ShellMatch {
  readonly outcome: 'match' | 'undecidable'
  /** The command that matched, after unwrapping, or the text that could not be decided. */
  readonly evidence: string
  /** Where in the analysed text it stands. */
  readonly span: Span
  /** Why it could not be decided. */
  readonly reason?: string
}

/** One entry of a blocklist, compiled. */
export interface CommandPattern {
  /** `name`: a program; `command`: a program with flags and operands; `flow`: data between programs; `argument`: any command with it. */
  readonly kind: 'name' | 'command' | 'flow' | 'argument'
  readonly source: string
  /** The strongest thing this pattern has to say about a command line, or `undefined`. */
  match(analysis: ShellAnalysis): ShellMatch | undefined
}

/** Why an entry is not a pattern. */
export interface PatternProblem {
  readonly kind: 'problem'
  readonly source: string
  readonly reason: string
}

const LONGEST_EVIDENCE = 300

export function evidenceOf({ program, args }: Pick<ShellCommand, 'program' | 'args'>): string {
  const words = [program, ...args.map(({ value }) => (/^\S+$/u.test(value) ? value : `'${value}'`))]
  return shorten(shown(words.join(' ')))
}

export function shorten(evidence: string): string {
  return evidence.length > LONGEST_EVIDENCE ? `${evidence.slice(0, LONGEST_EVIDENCE - 1)}…` : evidence
}

/** The strongest of several findings. */
export function strongest(matches: Iterable<ShellMatch | undefined>): ShellMatch | undefined {
  let undecided: ShellMatch | undefined
  for (const match of matches) {
    if (match?.outcome === 'match') return match
    undecided ??= match
  }
  return undecided
}
