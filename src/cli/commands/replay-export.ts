import { HoldfastError } from '../../kit/errors.ts'
import type { RunResult } from '../../lab/run-result.ts'
import type { LabConfig } from '../../lab/config/config.ts'
import type { ReplaySession } from '../../replay/index.ts'
import { defineCommand } from '../command.ts'
import { keptRun } from '../kept-run.ts'
import { DEFAULT_CONFIG, openConfig } from '../open-config.ts'
import { writeReplayFiles } from '../write-replays.ts'

export const replayExport = defineCommand({
  name: 'replay export',
  summary: 'Make replays of the failed cells of a run.',
  options: [
    { flags: '--from <run>', summary: 'a result as JSON, or the name of a run in .holdfast/runs' },
    { flags: '--only <cell>', summary: 'one cell, as `invariant@scenario`' },
    {
      flags: '-c, --config <file>',
      summary: `the configuration whose scenarios they failed under (${DEFAULT_CONFIG})`,
    },
    { flags: '-o, --output <folder>', summary: 'where to write them (replays)' },
  ],
  usesPlugins: true,
  examples: [
    {
      line: 'holdfast replay export --from run.json',
      explains: 'one file for each failed cell, with its faults and its seed',
    },
  ],
  async run(_args, options, io) {
    const { from, only, output = 'replays' } = options
    if (typeof from !== 'string')
      throw new HoldfastError('HF_USAGE', '--from must name a result', 'a JSON file or a run')
    const run = keptRun(from, io)
    const config = openConfig(String(options['config'] ?? DEFAULT_CONFIG), io, {})
    if (config === undefined) return 2
    const sessions = failedCells(run, config).filter(({ name }) => only === undefined || name === only)
    if (sessions.length === 0)
      throw new HoldfastError(
        'HF_USAGE',
        only === undefined
          ? `no cell of \`${from}\` failed`
          : `no failed cell of \`${from}\` is \`${String(only)}\``,
      )
    for (const file of writeReplayFiles(sessions, String(output), io)) io.out(`${file}\n`)
    io.err(`again: holdfast replay run ${String(output)} -c ${config.file}\n`)
    return 0
  },
})

/** The prompt that failed, under the faults that were there, with the draws they had. */
function failedCells({ cells, seed, contract }: RunResult, config: LabConfig): readonly ReplaySession[] {
  return cells.flatMap(({ invariant, scenario, failures }) => {
    const [failure] = failures
    if (failure === undefined) return []
    const planned = config.scenarios.find(({ name }) => name === scenario)
    return [
      {
        id: `${invariant}-${scenario}`,
        name: `${invariant}@${scenario}`,
        source: 'cell',
        input: failure.prompt,
        context: [],
        toolResponses: [],
        expectedFailure: failure.error?.message ?? `breaks ${invariant}`,
        ...(contract === undefined ? {} : { contract: contract.name }),
        ...(planned === undefined ? {} : { chaos: planned.plan }),
        draw: { seed, scenario, trial: failure.trial },
        invariants: [invariant],
      },
    ]
  })
}
