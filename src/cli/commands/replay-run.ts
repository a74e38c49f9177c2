import { dirname, resolve } from 'node:path'
import { runReplays } from '../../ci/index.ts'
import { defineCommand } from '../command.ts'
import { labOptions, REPORT_OPTIONS } from '../lab-options.ts'
import { DEFAULT_CONFIG, openConfig } from '../open-config.ts'
import { configuredReplays, replaysAt } from '../replay-cases.ts'
import { EXIT, printRun, runLab } from '../run-lab.ts'

const DEFAULT_CONCURRENCY = 8

export const replayRun = defineCommand({
  name: 'replay run',
  summary: 'Ask recorded incidents again, tools answering as they did then.',
  args: '[file]',
  options: [
    {
      flags: '-c, --config <file>',
      summary: `the test configuration that names the agent (${DEFAULT_CONFIG})`,
    },
    { flags: '--seed <seed>', summary: 'for incidents that name no seed of their own' },
    { flags: '--concurrency <n>', summary: 'the most questions under way at once' },
    ...REPORT_OPTIONS,
  ],
  usesPlugins: true,
  examples: [
    {
      line: 'holdfast replay run replays/incident.yaml',
      explains: 'one incident; exit 1 when its contract is broken again',
    },
    { line: 'holdfast replay run replays/', explains: 'every file of the folder' },
    { line: 'holdfast replay run', explains: 'those that the configuration names' },
  ],
  async run([path], options, io) {
    const { seed, concurrency = DEFAULT_CONCURRENCY } = labOptions(options)
    const config = openConfig(String(options['config'] ?? DEFAULT_CONFIG), io, { agent: true })
    if (config === undefined) return 2
    const cases = path === undefined ? configuredReplays(config, io) : replaysAt(path, config, io)
    const done = await runLab({ ...options, save: false }, io, async (world) => {
      const startedAtMs = io.nowMs()
      const target = await world.openTarget(config.agent!, {
        folder: dirname(resolve(io.cwd, config.file)),
        env: io.env,
        lanes: concurrency,
      })
      try {
        await target.open()
        const result = await runReplays(
          cases,
          config,
          target,
          { seed: seed ?? config.seed, concurrency, gate: {} },
          world,
        )
        const durationMs = io.nowMs() - startedAtMs
        return {
          result,
          timing: { format: 'holdfast.timing/1', startedAtMs, durationMs, concurrency, calls: cases.length },
        }
      } finally {
        await target.close()
      }
    })
    printRun(done, options, io)
    return EXIT[done.result.verdict]
  },
})
