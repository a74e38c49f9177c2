import type { JsonObject } from './json.ts'

/** From mildest to strictest. */
export const VERDICTS = ['allow', 'warn', 'rewrite', 'ask', 'deny'] as const

export type Verdict = (typeof VERDICTS)[number]

/** How binding a clause is: a hard breach is a broken promise, a soft one a deviation to recover from. */
export type Level = 'hard' | 'soft'

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

export type Severity = (typeof SEVERITIES)[number]

/** A place in a contract file; lines and columns count from 1. */
export interface Location {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A half-open range of UTF-16 positions in the text that was judged. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What a person is shown as proof. Text about secrets is redacted before it gets here. */
export interface Evidence {
  /** Which part of the event was judged, such as `args.command` or `text`. */
  readonly in: string
  readonly text: string
  readonly spans?: readonly Span[]
}

/** One breach of one clause, as data; the sentence is made where people read. */
export interface Finding {
  readonly clauseId: string
  readonly operator: string
  readonly code: string
  readonly level: Level
  readonly severity: Severity
  readonly verdict: Verdict
  readonly params: JsonObject
  readonly evidence?: Evidence
  readonly location: Location
  /** False for a repeat inside the clause's scope: still enforced, not counted again. */
  readonly counted: boolean
  readonly thetaPenalty?: number
}

/** A stretch of text to be replaced by its marker; `at` leads to the text inside arguments or content. */
export interface Redaction extends Span {
  readonly at: readonly (string | number)[]
  readonly marker: string
}

/**
 * What must change before the event may pass. Redactions are places in the original, so that those of several
 * clauses can be applied together and none of them sees what another has already hidden.
 */
export type Rewrite =
  | { readonly kind: 'redact'; readonly redactions: readonly Redaction[] }
  | { readonly kind: 'compress-context'; readonly maxTokens: number }

/** What a recovery strategy asks of the surface from this event on. */
export type Directive =
  | { readonly kind: 'inject-guidance'; readonly strategy: string; readonly actions: readonly string[] }
  | { readonly kind: 'narrow-tools'; readonly strategy: string; readonly tools: readonly string[] }
  | { readonly kind: 'pause'; readonly strategy: string }
  | { readonly kind: 'end-session'; readonly strategy: string }

/** A question for a judge, asked outside the pure core; the answer comes back as a `judge-verdict` event. */
export interface JudgeTask {
  readonly clauseId: string
  readonly rubric: string
  readonly model: string
  readonly text: string
  readonly turn: number
  /** What this clause may still spend in this session. */
  readonly budgetUsd: number
}

/** One step of a recovery: `recovered` and `failed` close an attempt, `exhausted` the whole chain. */
export interface RecoveryStep {
  readonly clauseId: string
  readonly strategy: string
  readonly attempt: number
  readonly outcome: 'started' | 'recovered' | 'failed' | 'exhausted'
}

/** How many clauses of a level were judged in a turn and how many held. */
export interface Tally {
  readonly judged: number
  readonly held: number
}

/** Written when a turn ends, so that every number can be folded from records. */
export interface TurnTally {
  readonly turn: number
  readonly hard: Tally
  readonly soft: Tally
}

export interface Decision {
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  readonly rewrites?: readonly Rewrite[]
  readonly directives?: readonly Directive[]
  readonly judgeTasks?: readonly JudgeTask[]
  readonly recovery?: readonly RecoveryStep[]
  readonly tally?: TurnTally
}

const STRICTNESS = Object.fromEntries(VERDICTS.map((verdict, rank) => [verdict, rank])) as Record<
  Verdict,
  number
>

export function isStricter(left: Verdict, right: Verdict): boolean {
  return STRICTNESS[left] > STRICTNESS[right]
}

export function strictest(verdicts: Iterable<Verdict>): Verdict {
  let result: Verdict = 'allow'
  for (const verdict of verdicts) if (isStricter(verdict, result)) result = verdict
  return result
}
