import {
  clausesWithLooserForms,
  isAnyJudged,
  isRowOfContract,
  trialsInMatrix,
  type ClauseTrials,
  type Mutant,
} from '../contract-mutants/index.ts'
import type { Contract } from '../contract/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import type { LabConfig } from '../lab/config/config.ts'
import { runContract } from '../lab/lab.ts'
import type { OptionValues } from './command.ts'
import type { CliIo } from './io.ts'
import { labOptions } from './lab-options.ts'
import { inLabWorld } from './run-lab.ts'

/** Tries mutants on the agent and the scenarios of a test configuration, in one run that is not kept. */
export async function mutantsInLab(
  config: LabConfig,
  contract: Contract,
  mutants: readonly Mutant[],
  options: OptionValues,
  io: CliIo,
): Promise<{ readonly clauses: readonly ClauseTrials[]; readonly cells: number }> {
  const { seed, trials = 1 } = labOptions(options)
  const { result } = await inLabWorld({ ...options, save: false }, io, (world) =>
    runContract(
      withLooserForms(config, contract, mutants),
      { trials, ...(seed === undefined ? {} : { seed }) },
      world,
    ),
  )
  const isCut = result.reasons.some(({ code }) => code === 'interrupted' || code === 'budget')
  if (isCut || !isAnyJudged(result.cells))
    throw new HoldfastError(
      'HF_CANNOT_JUDGE',
      isCut ? 'the run ended before every cell was tried' : 'no answer of the agent could be judged',
      `\`holdfast contract run -c ${config.file}\` tells more`,
    )
  return {
    clauses: trialsInMatrix(result.cells, mutants),
    cells: result.cells.filter(isRowOfContract).length,
  }
}

/** Every row on the same answers; gates decide when to stop asking, and here all rows need all answers. */
function withLooserForms(config: LabConfig, contract: Contract, mutants: readonly Mutant[]): LabConfig {
  return {
    ...config,
    contract: { ...contract, clauses: clausesWithLooserForms(contract.clauses, mutants) },
    isolation: 'shared',
    gate: { allow_vacuous: true },
  }
}
