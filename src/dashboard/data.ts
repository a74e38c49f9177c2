import type { SessionNumbers } from '../metrics/index.ts'
import type { AgentEvent, Effect, SessionRecord, Verdict } from '../model/index.ts'

/** What the page can show, whether it is served live or frozen into a file. The client imports these types only. */
export const VIEW_FORMAT = 'holdfast.view/1'

export interface SessionItem {
  readonly id: string
  readonly records: number
  readonly firstAtMs: number
  readonly lastAtMs: number
}

/** One point of each curve over a session's turns; what was not measured is absent. */
export interface TurnPoint {
  readonly turn: number
  readonly theta?: number
  readonly drift?: number
  readonly compliance?: number
  readonly costUsd?: number
}

export interface SessionDetails {
  readonly id: string
  readonly total: number
  readonly contract?: { readonly name: string; readonly version: string }
  readonly numbers: SessionNumbers
  readonly turns: readonly TurnPoint[]
  /** The events that something was found in, so that nobody scrolls for them. */
  readonly notable: readonly Notable[]
}

export interface Notable {
  readonly seq: number
  readonly verdict: Verdict
  readonly clause: string
}

/** An event in one line. */
export interface EventRow {
  readonly seq: number
  readonly atMs: number
  readonly turn?: number
  readonly kind: AgentEvent['kind']
  readonly verdict: Verdict
  readonly effect: Effect['kind']
  readonly gist: string
  readonly findings: number
  readonly isFolded: boolean
}

/** The lines of a file around the one that is meant. */
export interface Excerpt {
  readonly file: string
  readonly line: number
  readonly lines: readonly { readonly number: number; readonly text: string }[]
}

export interface FindingView {
  readonly clause: string
  readonly message: string
  readonly remedy?: string
  readonly level: string
  readonly severity: string
  readonly verdict: Verdict
  readonly evidence?: { readonly in: string; readonly text: string }
  readonly where: Excerpt
}

export interface EventDetails {
  readonly record: SessionRecord
  readonly findings: readonly FindingView[]
}

/** A decision as it happens. */
export interface LiveDecision extends EventRow {
  readonly sessionId: string
  readonly clauses: readonly string[]
}

export interface RunItem {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly verdict: string
  readonly score?: number
  readonly atMs?: number
}

export interface Overview {
  readonly format: typeof VIEW_FORMAT
  readonly version: string
  readonly isLive: boolean
  readonly runs: readonly RunItem[]
  readonly sessions: readonly SessionItem[]
}

export interface FrozenSession {
  readonly details: SessionDetails
  readonly events: readonly EventDetails[]
}

/** Everything of a frozen page, in one JSON value. */
export interface FrozenView {
  readonly overview: Overview
  readonly runs: Readonly<Record<string, unknown>>
  readonly sessions: Readonly<Record<string, FrozenSession>>
  /** Contract files by name, for excerpts beside cells. */
  readonly files: Readonly<Record<string, string>>
}
