import { actsAlike, judgeAgain, wasRedacted, type RecordedSession } from '../backtest/index.ts'
import {
  compileContract,
  type CompiledContract,
  type CompileOptions,
  type Contract,
} from '../contract/index.ts'
import { strictest, type Decision } from '../model/index.ts'
import { compileMutant } from './compile-mutant.ts'
import type { Mutant } from './mutant.ts'
import { NEGATED, withNegatedClause } from './negated-clause.ts'
import { trialsByClause, type ClauseTrials } from './trial.ts'

interface OnTrial {
  readonly mutant: Mutant
  readonly compiled: CompiledContract
  by: string | undefined
}

/** Judges recorded sessions by a contract and by its mutants; one that decides anything differently is killed. */
export class RecordedTrials {
  judged = 0
  readonly #contract: CompiledContract
  readonly #mutants: readonly OnTrial[]
  /** Negated, each clause tells whether it was asked anything: only the engine knows when a clause applies. */
  readonly #probes: Map<string, CompiledContract>
  readonly #heard = new Set<string>()
  readonly #objecting = new Set<string>()

  constructor(contract: Contract, mutants: readonly Mutant[], options: CompileOptions = {}) {
    this.#contract = compileContract(contract, options)
    this.#mutants = mutants.map((mutant) => ({
      mutant,
      compiled: compileMutant(contract, mutant, options),
      by: undefined,
    }))
    this.#probes = new Map(
      mutants.map(({ clause: { id } }) => [id, withNegatedClause(this.#contract, id)] as const),
    )
  }

  add(session: RecordedSession): void {
    const decisions = Array.from(judgeAgain(this.#contract, session), ({ decision }) => decision)
    this.judged += decisions.length
    for (const { clauseId } of decisions.flatMap(({ findings }) => findings)) this.#objecting.add(clauseId)
    for (const tried of this.#mutants) tried.by ??= this.#firstDifference(tried, session, decisions)
    for (const [id, probe] of this.#probes)
      if (!this.#heard.has(id) && speaksNegated(id, probe, session)) this.#heard.add(id)
  }

  finish(): readonly ClauseTrials[] {
    return trialsByClause(this.#mutants, (clauseId) => {
      const objects = this.#objecting.has(clauseId)
      return { isHeard: objects || this.#heard.has(clauseId), objects }
    })
  }

  #firstDifference(
    { mutant, compiled }: OnTrial,
    session: RecordedSession,
    decisions: readonly Decision[],
  ): string | undefined {
    let index = 0
    for (const { step, decision } of judgeAgain(compiled, session)) {
      const original = decisions[index]!
      index += 1
      // what was hidden is not there to be judged again; the contract's own word is all there is
      const isHidden = wasRedacted(step) && step.contractHash === this.#contract.contract.hash
      const differs = isHidden
        ? mutant.kind === 'delete' && decidesAlone(original, mutant.clause.id)
        : decision.verdict !== original.verdict || !actsAlike(decision, original)
      if (differs) return `${session.sessionId} #${step.event.seq}`
    }
    return undefined
  }
}

function decidesAlone({ verdict, findings }: Decision, clauseId: string): boolean {
  const others = findings.filter((finding) => finding.clauseId !== clauseId)
  return strictest(others.map((finding) => finding.verdict)) !== verdict
}

function speaksNegated(clauseId: string, probe: CompiledContract, session: RecordedSession): boolean {
  for (const { decision } of judgeAgain(probe, session))
    if (decision.findings.some((finding) => finding.clauseId === clauseId && finding.code === NEGATED))
      return true
  return false
}
