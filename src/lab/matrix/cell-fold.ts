import { startSprt, updateSprt, type Sprt, type SprtParameters } from '../../metrics/index.ts'
import type { LedgerLine, TranscriptCall } from '../run-result.ts'
import type { AskRecord } from './ask-record.ts'
import type { Ruling } from './judge-answer.ts'

/** Evidence of the first failures is enough to see what goes wrong; the rest is counted. */
const MAX_FAILURES = 3

export type TrialOutcome = Ruling['kind']

/** A breach outweighs a missing answer, and that a check that could not run. */
const WORST: readonly TrialOutcome[] = ['fail', 'error', 'unjudged', 'pass']

export interface FoldedFailure {
  readonly trial: number
  readonly prompt: number
  readonly ruling: Extract<Ruling, { kind: 'fail' | 'error' }>
  readonly answer?: string
  readonly ledger: readonly LedgerLine[]
  readonly transcript: readonly TranscriptCall[]
}

/** One prompt's share of a trial. */
export interface Part {
  readonly prompt: number
  readonly ruling: Ruling
  readonly record: AskRecord
  /** One answer may serve several cells; the first of them pays for it. */
  readonly pays: boolean
}

/**
 * The fold of one cell. Trials are counted in their order, however their answers arrive, so that evidence and a
 * sequential test do not depend on how wide the run is. Only trials that are under way are kept.
 */
export class CellFold {
  readonly counts: Record<TrialOutcome, number> = { pass: 0, fail: 0, error: 0, unjudged: 0 }
  readonly fired = new Map<string, number>()
  readonly failures: FoldedFailure[] = []
  why: string | undefined
  sawCalls = false
  sawUsage = false
  answers = 0
  nanoUsd = 0
  tokens = 0
  #next: number
  readonly #asks: number
  readonly #open = new Map<number, Part[]>()
  #sprt: Sprt | undefined

  constructor(asks: number, firstTrial: number, sequential?: SprtParameters) {
    this.#asks = asks
    this.#next = firstTrial
    this.#sprt = sequential === undefined ? undefined : startSprt(sequential)
  }

  get sequential(): Sprt['decision'] | undefined {
    return this.#sprt?.decision
  }

  /** Nothing more needs to be asked for this cell. */
  get isDecided(): boolean {
    return this.#sprt !== undefined && this.#sprt.decision !== 'continue'
  }

  /** The first trial that is not counted yet. */
  get nextTrial(): number {
    return this.#next
  }

  get total(): number {
    const { pass, fail, error, unjudged } = this.counts
    return pass + fail + error + unjudged
  }

  add(trial: number, part: Part): void {
    if (this.isDecided) return
    const parts = this.#open.get(trial) ?? []
    parts.push(part)
    this.#open.set(trial, parts)
    for (
      let ready = this.#open.get(this.#next);
      ready?.length === this.#asks && !this.isDecided;
      ready = this.#open.get(this.#next)
    ) {
      this.#count(this.#next, ready)
      this.#open.delete(this.#next)
      this.#next += 1
    }
    if (this.isDecided) this.#open.clear()
  }

  #count(trial: number, unsorted: readonly Part[]): void {
    const parts = [...unsorted].sort((left, right) => left.prompt - right.prompt)
    for (const part of parts) this.#countPart(trial, part)
    const outcome = WORST.find((kind) => parts.some(({ ruling }) => ruling.kind === kind)) ?? 'pass'
    this.counts[outcome] += 1
    // a trial that could not be judged is no evidence for either side
    if (this.#sprt !== undefined && outcome !== 'unjudged')
      this.#sprt = updateSprt(this.#sprt, outcome === 'pass')
  }

  #countPart(trial: number, { prompt, ruling, record, pays }: Part): void {
    for (const [fault, count] of Object.entries(record.fired))
      this.fired.set(fault, (this.fired.get(fault) ?? 0) + count)
    if (record.calls > 0) this.sawCalls = true
    if (record.tokens > 0 || record.nanoUsd > 0) this.sawUsage = true
    if (pays) {
      this.answers += 1
      this.nanoUsd += record.nanoUsd
      this.tokens += record.tokens
    }
    if (ruling.kind === 'unjudged') this.why ??= ruling.why
    if ((ruling.kind !== 'fail' && ruling.kind !== 'error') || this.failures.length >= MAX_FAILURES) return
    this.failures.push({
      trial,
      prompt,
      ruling,
      ...(record.answer === undefined ? {} : { answer: record.answer }),
      ledger: record.ledger ?? [],
      transcript: record.transcript ?? [],
    })
  }
}
