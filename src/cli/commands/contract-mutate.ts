import { RecordedTrials, type ClauseTrials } from '../../contract-mutants/index.ts'
import type { Contract } from '../../contract/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { chosenMutants } from '../chosen-mutants.ts'
import { mutantsInLab } from '../mutants-in-lab.ts'
import { isConfigurationFile, openConfig } from '../open-config.ts'
import { openContract } from '../open-contract.ts'
import { mutationJson, printMutation } from '../print-mutants.ts'
import { RECORDED_OPTIONS, withRecordedSessions } from '../recorded-sessions.ts'
import { contractWords } from '../words.ts'
import { CONTRACT_NEEDS } from './contract-run.ts'

export const contractMutate = defineCommand({
  name: 'contract mutate',
  summary: 'Delete, loosen and negate each clause; a mutant nobody notices shows a clause that does nothing.',
  args: '<file>',
  usesPlugins: true,
  options: [
    ...RECORDED_OPTIONS,
    {
      flags: '--mutants <kinds>',
      summary: 'only these, with commas between them: delete, loosen, negate',
    },
    { flags: '--clause <id...>', summary: 'only the mutants of these clauses' },
    { flags: '--seed <seed>', summary: 'for the lab: every draw of chance follows from it' },
    { flags: '--trials <n>', summary: 'for the lab: how often each cell is tried (1)' },
    { flags: '--json', summary: 'print {clauses, mutants, killed, survived} as JSON' },
  ],
  examples: [
    {
      line: 'holdfast contract mutate contract.yaml --store .holdfast/proxy.db',
      explains: 'on recorded sessions: a mutant is killed when it decides anything differently',
    },
    {
      line: 'holdfast contract mutate holdfast.yaml --mutants negate',
      explains:
        'in the lab, on the agent and the scenarios of a test configuration: what no cell ever judges',
    },
  ],
  async run([file], options, io) {
    const isRecorded = options['store'] !== undefined || options['events'] !== undefined
    if (isRecorded) return onRecordedSessions(file!, options, io)
    if (isConfigurationFile(file!, io)) return inLab(file!, options, io)
    throw new HoldfastError(
      'HF_USAGE',
      `\`${file}\` is a contract alone, and there is nothing to try its mutants on`,
      'add --store or --events, or name a test configuration to use its agent',
    )
  },
})

async function onRecordedSessions(file: string, options: OptionValues, io: CliIo): Promise<ExitCode> {
  const contract = openContract(file, io)?.contract
  if (contract === undefined) return 2
  const mutants = chosenMutants(contract, options)
  return withRecordedSessions(options, io, async (sessions) => {
    const trials = new RecordedTrials(contract, mutants, { vocabulary: contractWords(io) })
    for await (const session of sessions.read('trying mutants')) trials.add(session)
    if (trials.judged === 0)
      throw new HoldfastError('HF_CANNOT_JUDGE', 'the recorded sessions hold no event to judge')
    const { judged } = trials
    return reported(contract, trials.finish(), { sessions: sessions.count, judged }, options, io)
  })
}

async function inLab(file: string, options: OptionValues, io: CliIo): Promise<ExitCode> {
  const config = openConfig(file, io, CONTRACT_NEEDS)
  if (config?.contract === undefined) return 2
  const { contract } = config
  const { clauses, cells } = await mutantsInLab(
    config,
    contract,
    chosenMutants(contract, options),
    options,
    io,
  )
  return reported(contract, clauses, { cells }, options, io)
}

function reported(
  contract: Contract,
  clauses: readonly ClauseTrials[],
  tried: Parameters<typeof printMutation>[2],
  options: OptionValues,
  io: CliIo,
): ExitCode {
  if (options['json'] === true)
    io.out(
      `${JSON.stringify({ contract: contract.name, ...tried, ...mutationJson(clauses) }, undefined, 2)}\n`,
    )
  else printMutation(contract, clauses, tried, io)
  return clauses.some(({ trials }) => trials.some(({ killed }) => !killed)) ? 1 : 0
}
