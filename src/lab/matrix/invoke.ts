import type { LedgerEntry } from '../../chaos/index.ts'
import type { Judge } from '../../model/index.ts'
import type { Asked, AskRequest } from '../asker.ts'
import type { CheckedCall } from '../../contract/define-check.ts'
import type { LedgerLine, TranscriptCall } from '../run-result.ts'
import type { Target } from '../target.ts'
import { nanoUsdOf, type AskRecord } from './ask-record.ts'
import type { Turn } from './dispatch.ts'
import { judgeAnswer, redact, type Ruling } from './judge-answer.ts'
import type { Ask, MatrixPlan } from './plan-cells.ts'
import type { Rows } from './rows.ts'

const LONGEST_EXCERPT_CHARS = 2_000
const LONGEST_CALL_CHARS = 500
const MOST_CALLS = 50

export interface InvokerOptions {
  readonly target: Target
  readonly seed: number | string
  readonly signal: AbortSignal
  readonly judge?: Judge
  readonly rows: Rows
  readonly plan: MatrixPlan
  readonly ask: (request: AskRequest) => Promise<Asked>
  readonly baselines: ReadonlyMap<string, string>
}

/** Puts one question of the plan and judges its answer for every cell that waits for it. */
export function createInvoker({ target, seed, signal, judge, rows, plan, ask, baselines }: InvokerOptions) {
  return async (turn: Turn, lane: number, judgeBudgetUsd: number): Promise<AskRecord | undefined> => {
    const planned = plan.asks[turn.ask]!
    const { scenario, prompt } = planned
    const name = `a${turn.ask}.t${turn.trial}`
    const { answer, chaos } = await ask({
      name,
      prompt,
      lane,
      plan: scenario.plan,
      draw: { seed, scenario: scenario.name, prompt, trial: turn.trial },
    })
    // what failed because the run was called off has not been tried
    if (answer.kind === 'failed' && signal.aborted) return undefined
    const common = { ...turn, fired: firings(chaos.ledger), latencyMs: answer.latencyMs }
    if (answer.kind === 'failed') {
      const ruling: Ruling = { kind: 'error', reason: answer.reason, message: excerpt(answer.message) }
      return {
        ...common,
        rulings: planned.cells.map(() => ruling),
        calls: 0,
        nanoUsd: 0,
        tokens: 0,
        ledger: ledgerLines(chaos.ledger),
      }
    }
    const baseline = baselines.get(prompt)
    const judged = await judgeAnswer(
      rows,
      rowsOf(planned, plan),
      {
        invocation: name,
        agent: target.name,
        prompt,
        chaos: scenario.chaos,
        answer,
        ledger: chaos.ledger,
        ...(baseline === undefined ? {} : { baseline }),
      },
      { judgeBudgetUsd, ...(judge === undefined ? {} : { judge }) },
    )
    return {
      ...common,
      rulings: judged.rulings,
      calls: answer.calls.length,
      nanoUsd: nanoUsdOf(answer.costUsd) + nanoUsdOf(judged.costUsd),
      tokens: answer.usage === undefined ? 0 : answer.usage.input + answer.usage.output,
      ...(judged.rulings.some(({ kind }) => kind === 'fail')
        ? {
            answer: excerpt(answer.output),
            ledger: ledgerLines(chaos.ledger),
            transcript: transcriptOf(answer.calls),
          }
        : {}),
    }
  }
}

function rowsOf({ cells }: Ask, plan: MatrixPlan) {
  return cells.map(({ cell }) => plan.cells[cell]!.row)
}

function firings(ledger: readonly LedgerEntry[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { faultId } of ledger) counts[faultId] = (counts[faultId] ?? 0) + 1
  return counts
}

/** Calls are numbered in the order of the ledger, because the names that agents give them may be drawn anew each time. */
export function ledgerLines(ledger: readonly LedgerEntry[]): readonly LedgerLine[] {
  const numbers = new Map<string, string>()
  return ledger.map(({ faultId, fault, target, plane, callId }) => {
    if (callId === undefined) return { faultId, fault, target, plane }
    const known = numbers.get(callId) ?? `call-${numbers.size + 1}`
    numbers.set(callId, known)
    return { faultId, fault, target, plane, callId: known }
  })
}

/** Without the names of calls, which agents draw anew each time. */
function transcriptOf(calls: readonly CheckedCall[]): readonly TranscriptCall[] {
  return calls.slice(0, MOST_CALLS).map(({ tool, args, ok, result }) => ({
    tool,
    args: excerpt(JSON.stringify(args), LONGEST_CALL_CHARS),
    ...(ok === undefined ? {} : { ok }),
    ...(result === undefined
      ? {}
      : {
          result: excerpt(typeof result === 'string' ? result : JSON.stringify(result), LONGEST_CALL_CHARS),
        }),
  }))
}

/** Redacted before it is cut, so that half a secret does not get through. */
function excerpt(text: string, longest = LONGEST_EXCERPT_CHARS): string {
  const safe = redact(text).text
  return safe.length > longest ? `${safe.slice(0, longest)}…` : safe
}
