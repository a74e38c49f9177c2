import type {
  AgentEvent,
  EventKind,
  Evidence,
  JsonObject,
  JudgeTask,
  Level,
  Location,
  Rewrite,
  Severity,
  Verdict,
} from '../model/index.ts'
import type { Facts } from './facts.ts'

/** A clause's complaint about one event. The engine adds who complained and where that stands. */
export interface Objection {
  readonly code: string
  readonly verdict: Verdict
  readonly params: JsonObject
  readonly evidence?: Evidence
  readonly rewrite?: Rewrite
  /** False for a repeat inside the clause's scope. */
  readonly counted?: boolean
  readonly thetaPenalty?: number
}

export interface Step<State> {
  readonly state: State
  /** The next state when the event is refused and so never happens; the old state when absent. */
  readonly ifRefused?: State
  readonly objections?: readonly Objection[]
  readonly judgeTask?: Omit<JudgeTask, 'clauseId'>
  /** For clauses judged only now and then: this event decided something. */
  readonly judged?: boolean
}

/** What a clause does with its events. State is plain JSON, so that a session can be snapshotted anywhere. */
export interface Program<State> {
  readonly initial: State
  /** A step that throws denies, although the clause is soft: what it was to hide would go out unseen. */
  readonly failsClosed?: boolean
  /** `undefined` means: nothing to say, and the state stays as it is. */
  step(state: State, event: AgentEvent, facts: Facts): Step<State> | undefined
}

/** When a clause applies, by what chaos is switched on. */
export const CONDITIONS = [
  'always',
  'tool_faults_active',
  'llm_faults_active',
  'any_chaos_active',
  'no_chaos',
] as const

export type Condition = (typeof CONDITIONS)[number]

const HOLDS: Record<Condition, (facts: Facts) => boolean> = {
  always: () => true,
  tool_faults_active: ({ chaos }) => chaos?.tool === true,
  llm_faults_active: ({ chaos }) => chaos?.llm === true,
  any_chaos_active: ({ chaos }) => chaos !== undefined && (chaos.tool || chaos.llm || chaos.context),
  no_chaos: ({ chaos }) => chaos === undefined || !(chaos.tool || chaos.llm || chaos.context),
}

export function conditionHolds(condition: Condition, facts: Facts): boolean {
  return HOLDS[condition](facts)
}

/** Which part of a turn's tally a clause belongs to. */
export type Tallied = 'every-turn' | 'when-judged' | 'never'

/** A promise of the contract, ready to be judged. */
export interface Clause {
  readonly id: string
  readonly operator: string
  readonly level: Level
  readonly severity: Severity
  readonly when: Condition
  readonly location: Location
  readonly listensTo: readonly EventKind[]
  readonly tallied: Tallied
  readonly recovery?: { readonly strategy: string; readonly window: number }
  /** Changes whenever the meaning of the clause does; state of another meaning is not taken over. */
  readonly fingerprint: string
  readonly program: Program<unknown>
}
