import { judgeAgain, speakersOf, type RecordedSession } from '../backtest/index.ts'
import { compileContract, loadContract, type CompiledContract } from '../contract/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import { isStricter } from '../model/index.ts'
import { contractText, type ContractDraft } from './contract-text.ts'
import type { MinedClause, Miner } from './miner.ts'
import { costMiner } from './miners/cost.ts'
import { measuredMiner } from './miners/measured.ts'
import { orderMiner } from './miners/order.ts'
import { personalDataMiner } from './miners/personal-data.ts'
import { repetitionMiner } from './miners/repetition.ts'
import { requestTokenMiner } from './miners/request-tokens.ts'
import { toolMiner } from './miners/tools.ts'

export interface Inferred extends ContractDraft {
  readonly text: string
}

/** Recorded sessions, read as often as needed and each time in the same order. */
export type ReadSessions = (doing: string) => AsyncIterable<RecordedSession>

/** Mines a contract from sessions and then holds it against them: a clause that objects to them is not kept. */
export async function inferContract(read: ReadSessions, name: string): Promise<Inferred> {
  let draft = await mine(read, name)
  while (draft.clauses.length > 0) {
    const objecting = await objectors(compiled(contractText(draft)), read)
    if (objecting.size === 0) return { ...draft, text: contractText(draft) }
    draft = withoutClauses(draft, objecting)
  }
  throw new HoldfastError(
    'HF_CANNOT_JUDGE',
    'nothing in the recorded sessions suggests a promise',
    draft.leftOut.join('; '),
  )
}

async function mine(read: ReadSessions, name: string): Promise<ContractDraft> {
  const miners: readonly Miner[] = [
    measuredMiner(),
    toolMiner(),
    orderMiner(),
    requestTokenMiner(),
    costMiner(),
    repetitionMiner(),
    personalDataMiner(),
  ]
  let [sessions, events, objections] = [0, 0, 0]
  for await (const session of read('mining')) {
    sessions += 1
    events += session.steps.length
    objections += session.steps.filter(({ decision = ALLOWED }) => decision.verdict !== 'allow').length
    for (const miner of miners) miner.add(session)
  }
  const mined = miners.map((miner) => miner.mined())
  return {
    name,
    sessions,
    events,
    objections,
    clauses: uniquelyNamed(mined.flatMap(({ clauses }) => clauses)),
    leftOut: mined.flatMap(({ leftOut }) => leftOut),
  }
}

const ALLOWED = { verdict: 'allow' } as const

/** Clauses that would decide something more strictly than it was decided then. */
async function objectors(contract: CompiledContract, read: ReadSessions): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for await (const session of read('holding the contract against its own sessions'))
    for (const { step, decision } of judgeAgain(contract, session))
      if (isStricter(decision.verdict, step.decision?.verdict ?? 'allow'))
        for (const { clauseId } of speakersOf(decision)) found.add(clauseId)
  return found
}

function withoutClauses(draft: ContractDraft, ids: ReadonlySet<string>): ContractDraft {
  const dropped = [...ids].map((id) => `${id}: it would have objected to the sessions it was mined from`)
  return {
    ...draft,
    clauses: draft.clauses.filter(({ id }) => !ids.has(id)),
    leftOut: [...draft.leftOut, ...dropped],
  }
}

function compiled(text: string): CompiledContract {
  const { contract, problems } = loadContract('inferred.yaml', text)
  if (contract === undefined) throw new Error(`the inferred contract does not load: ${problems[0]?.message}`)
  return compileContract(contract)
}

/** Two tools may have the same name once it is an id. */
function uniquelyNamed(clauses: readonly MinedClause[]): readonly MinedClause[] {
  const taken = new Set<string>()
  return clauses.map((clause) => {
    let id = clause.id
    for (let number = 2; taken.has(id); number += 1) id = `${clause.id}-${number}`
    taken.add(id)
    return { ...clause, id }
  })
}
