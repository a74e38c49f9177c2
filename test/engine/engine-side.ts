import {
  compileContract,
  loadContract,
  type CompiledContract,
  type Vocabulary,
} from '../../src/contract/index.ts'
import type { Decision, JsonObject } from '../../src/model/index.ts'
import type { ReferenceDecision } from './reference-interpreter.ts'
import { draftText, type ContractDraft } from './reference/draft.ts'

export const WORLD = { seed: 11, baselines: { store: { Read: 3, Bash: 1 } } } as const

/** Warnings are part of the language too, but not about what is decided. */
export function compiledOf(draft: ContractDraft, vocabulary?: Vocabulary): CompiledContract {
  const { contract, problems } = loadContract(
    'drawn.yaml',
    draftText(draft),
    vocabulary === undefined ? {} : { vocabulary },
  )
  if (contract === undefined)
    throw new Error(`the drawn contract does not load: ${JSON.stringify(problems[0])}`)
  return compileContract(contract, {
    ...(vocabulary === undefined ? {} : { vocabulary }),
    seed: WORLD.seed,
    baselineFor: (_clauseId, baseline) => (baseline === 'store' ? WORLD.baselines.store : undefined),
  })
}

/** A decision in the words of the reference. */
export function told({
  verdict,
  findings,
  directives = [],
  recovery = [],
  judgeTasks = [],
  tally,
}: Decision): ReferenceDecision {
  return {
    verdict,
    findings: findings
      .map(({ clauseId, code, verdict: own, counted }) => `${clauseId} ${code} ${own} ${counted}`)
      .toSorted(),
    directives: directives
      .map((directive) =>
        [
          directive.kind,
          directive.strategy,
          ...('tools' in directive ? directive.tools : 'actions' in directive ? directive.actions : []),
        ].join(' '),
      )
      .toSorted(),
    recovery: recovery.map(
      ({ clauseId, strategy, attempt, outcome }) => `${clauseId} ${strategy} ${attempt} ${outcome}`,
    ),
    asks: judgeTasks as unknown as readonly JsonObject[],
    ...(tally === undefined
      ? {}
      : {
          tally: `turn ${tally.turn}: hard ${tally.hard.held}/${tally.hard.judged}, soft ${tally.soft.held}/${tally.soft.judged}`,
        }),
  }
}
