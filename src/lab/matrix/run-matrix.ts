import { createAsker } from '../asker.ts'
import { NO_JOURNAL, type Journal } from '../journal.ts'
import { LatencyFold } from '../latency-fold.ts'
import { createPace } from '../pace.ts'
import type { RunReason, RunResult, RunTiming, RunWarning } from '../run-result.ts'
import { Spending } from '../spending.ts'
import type { AskRecord } from './ask-record.ts'
import { CellFold } from './cell-fold.ts'
import { createCleanAnswers } from './clean-answers.ts'
import { Dispatch, turnNumber, type Turn } from './dispatch.ts'
import { createInvoker } from './invoke.ts'
import type { MatrixOptions } from './options.ts'
import { planCells, type MatrixPlan } from './plan-cells.ts'
import { resultOf } from './result.ts'
import { compileRows, type Rows } from './rows.ts'
import { sequentialTest } from './sequential.ts'

export interface MatrixOutcome {
  readonly result: RunResult
  readonly timing: RunTiming
}

/** Asks, judges and folds every cell. Whoever opened the target closes it. */
export async function runMatrix(options: MatrixOptions): Promise<MatrixOutcome> {
  const { clauses, contract, scenarios, prompts } = options
  const rows = compileRows(clauses, contract, options)
  const plan = planCells(rows.rows, scenarios, prompts, options)
  const run = new MatrixRun(options, rows, plan)
  if (plan.asks.length > 0) await run.all()
  return run.finish()
}

class MatrixRun {
  readonly #options: MatrixOptions
  readonly #rows: Rows
  readonly #plan: MatrixPlan
  readonly #folds: readonly CellFold[]
  readonly #spending: Spending
  readonly #latencies = new LatencyFold()
  readonly #startedAtMs: number
  readonly #range: { readonly from: number; readonly to: number }
  readonly #failedCells = new Set<number>()
  readonly #doneCells = new Set<number>()
  #warnings: readonly RunWarning[] = []
  #stopped: RunReason | undefined
  #answered = 0
  #nanoUsd = 0
  /** A lane met something that is no answer of the agent, such as a full disk. */
  #isBroken = false
  readonly #askedCells: number

  constructor(options: MatrixOptions, rows: Rows, plan: MatrixPlan) {
    this.#options = options
    this.#rows = rows
    this.#plan = plan
    const { trials, onlyTrial, gate, budget, clock } = options
    this.#range = onlyTrial === undefined ? { from: 0, to: trials } : { from: onlyTrial, to: onlyTrial + 1 }
    const sequential = sequentialTest(gate)
    this.#folds = plan.cells.map(({ asks }) => new CellFold(asks, this.#range.from, sequential))
    this.#spending = new Spending(budget, () => clock.nowMs())
    this.#startedAtMs = clock.nowMs()
    this.#askedCells = plan.cells.filter((cell) => cell.asks > 0).length
  }

  async all(): Promise<void> {
    const { target, signal, clock, seed, journal = NO_JOURNAL, kind } = this.#options
    const { done, known } = await this.#takeUp(journal)
    const ask = createAsker({ target, pace: createPace(clock), spending: this.#spending, signal })
    const clean = createCleanAnswers({ target, seed, ask, journal, known, isOver: () => this.#isOver() })
    this.#warnings = await clean.first(
      this.#plan.asks[0]!.prompt,
      kind === 'contract' && target.reset === undefined,
    )
    const baselines = await clean.baselines(this.#promptsToCompare())
    const invoke = createInvoker({ ...this.#options, rows: this.#rows, plan: this.#plan, ask, baselines })
    const dispatch = new Dispatch(this.#plan.asks, this.#folds, this.#range, done)
    const lanes = Math.max(1, Math.min(this.#options.concurrency, target.mostLanes))
    const ended = await Promise.allSettled(
      Array.from({ length: lanes }, (_, lane) => this.#lane(lane, dispatch, invoke, journal)),
    )
    // only now, because nobody may still be asking when the target is closed
    for (const lane of ended) if (lane.status === 'rejected') throw lane.reason
  }

  finish(): MatrixOutcome {
    const { concurrency, clock } = this.#options
    const latencyMs = this.#latencies.summary()
    const result = resultOf(this.#options, this.#rows, this.#plan, this.#folds, {
      range: this.#range,
      warnings: this.#warnings,
      ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }),
    })
    return {
      result,
      timing: {
        format: 'holdfast.timing/1',
        startedAtMs: this.#startedAtMs,
        durationMs: clock.nowMs() - this.#startedAtMs,
        concurrency,
        calls: this.#spending.calls,
        ...(latencyMs === undefined ? {} : { latencyMs }),
      },
    }
  }

  /** What an earlier run has already learnt is folded and not asked again. */
  async #takeUp(journal: Journal): Promise<{ done: Set<number>; known: Map<string, string | undefined> }> {
    const done = new Set<number>()
    const known = new Map<string, string | undefined>()
    for await (const line of journal.earlier())
      if (line.kind === 'clean') known.set(line.key, line.output)
      else {
        const number = turnNumber(line, this.#plan.asks.length)
        if (done.has(number)) continue
        done.add(number)
        this.#take(line)
      }
    return { done, known }
  }

  async #lane(
    lane: number,
    dispatch: Dispatch,
    invoke: (turn: Turn, lane: number, judgeBudgetUsd: number) => Promise<AskRecord | undefined>,
    journal: Journal,
  ): Promise<void> {
    for (;;) {
      if (this.#isOver()) return
      const turn = await dispatch.next()
      if (turn === undefined) return
      try {
        // looked at again, because waiting for a turn may have taken long
        if (this.#isOver()) return
        const record = await invoke(turn, lane, this.#spending.judgeBudgetUsd())
        if (record === undefined) continue
        journal.append({ kind: 'ask', ...record })
        this.#spending.nanoUsd += record.nanoUsd
        this.#take(record)
      } catch (error) {
        this.#isBroken = true
        throw error
      } finally {
        dispatch.finished(turn)
      }
    }
  }

  #take(record: AskRecord): void {
    const { cells } = this.#plan.asks[record.ask]!
    this.#nanoUsd += record.nanoUsd
    this.#latencies.add(record.latencyMs)
    this.#answered += 1
    cells.forEach(({ cell, prompt }, position) => {
      const ruling = record.rulings[position]!
      if (ruling.kind === 'fail' || ruling.kind === 'error') this.#failedCells.add(cell)
      const fold = this.#folds[cell]!
      fold.add(record.trial, { prompt, ruling, record, pays: position === 0 })
      if (fold.isDecided || fold.nextTrial >= this.#range.to) this.#doneCells.add(cell)
    })
    this.#options.onProgress?.({
      answered: this.#answered,
      planned: this.#plan.asks.length * (this.#range.to - this.#range.from),
      cells: this.#askedCells,
      doneCells: this.#doneCells.size,
      failedCells: this.#failedCells.size,
      costUsd: this.#nanoUsd / 1e9,
    })
  }

  #isOver(): boolean {
    if (this.#options.signal.aborted) this.#stopped ??= { code: 'interrupted' }
    else this.#stopped ??= this.#spending.exhausted()
    return this.#isBroken || this.#stopped !== undefined
  }

  #promptsToCompare(): readonly string[] {
    const prompts = this.#plan.asks
      .filter(({ cells }) => cells.some(({ cell }) => this.#plan.cells[cell]!.row.needsBaseline))
      .map(({ prompt }) => prompt)
    return [...new Set(prompts)]
  }
}
