import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { PHASES, replayName, runCi, type CiResult, type PhaseName } from '../../ci/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { LabConfig } from '../../lab/config/config.ts'
import { newRunFolder, RUNS_FOLDER } from '../../lab/run-folder.ts'
import type { RunResult } from '../../lab/run-result.ts'
import type { MutationWriter } from '../../mutations/index.ts'
import { createMutationWriter } from '../../mutations-writer/index.ts'
import { joined, reporterNamed } from '../../report/index.ts'
import { writeReplay } from '../../replay/index.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import type { CliIo } from '../io.ts'
import { labOptions } from '../lab-options.ts'
import { liveLine } from '../live-line.ts'
import { DEFAULT_CONFIG, openConfig } from '../open-config.ts'
import { printCi } from '../print-ci.ts'
import { configuredReplays } from '../replay-cases.ts'
import { checkReporters, writeReports, type WantedReport } from '../reporters.ts'
import { EXIT, inLabWorld } from '../run-lab.ts'

const REPLAYS_FOLDER = '.holdfast/replays'

export const ci = defineCommand({
  name: 'ci',
  summary: 'Everything a test configuration asks for, once, weighed into one score and one exit code.',
  options: [
    { flags: '-c, --config <file>', summary: `the test configuration (${DEFAULT_CONFIG})` },
    { flags: '--seed <seed>', summary: 'every draw of chance follows from it' },
    { flags: '--trials <n>', summary: 'how often each cell of the contract is tried' },
    { flags: '--concurrency <n>', summary: 'the most questions under way at once' },
    { flags: '--min-score <share>', summary: 'exit 1 when a phase or the whole is below this, 0 to 1 (0)' },
    { flags: '--phase <name>', summary: `only one of ${PHASES.join(', ')}` },
    { flags: '--mutation <id>', summary: 'only this mutation, as a failure names it' },
    {
      flags: '--reporter <name=file...>',
      summary:
        'terminal, json, junit, sarif, github, markdown or html, to a file or to standard output; several are possible',
    },
    { flags: '--no-shrink', summary: 'leave failures as large as they are' },
    { flags: '--no-save', summary: 'keep nothing in .holdfast' },
    { flags: '--json', summary: 'print the whole result as JSON' },
  ],
  usesPlugins: true,
  examples: [
    {
      line: 'holdfast ci -c holdfast.yaml --min-score 0.9',
      explains: 'exit 0 kept, 1 broken, 2 wrong usage, 3 could not judge',
    },
    {
      line: 'holdfast ci --reporter github --reporter junit=junit.xml --reporter sarif=holdfast.sarif',
      explains: 'annotations, and files for the build server',
    },
  ],
  async run(_args, options, io) {
    const { seed, trials, concurrency } = labOptions({ ...options, minScore: undefined })
    const phase = phaseOf(options)
    const reports = checkReporters(options['reporter'], io)
    const minScore = shareOf(options)
    const config = openConfig(String(options['config'] ?? DEFAULT_CONFIG), io, { agent: true })
    if (config === undefined) return 2
    const progress = liveLine(io)
    const result = await inLabWorld(options, io, async (world) => {
      try {
        return await runCi(
          config,
          {
            ...(seed === undefined ? {} : { seed }),
            ...(trials === undefined ? {} : { trials }),
            ...(concurrency === undefined ? {} : { concurrency }),
            minScore,
            ...(phase === undefined ? {} : { phase }),
            ...(typeof options['mutation'] === 'string' ? { mutation: options['mutation'] } : {}),
            ...writerOf(config),
            replays: configuredReplays(config, io),
            ...(options['shrink'] === false || options['save'] === false
              ? {}
              : { shrink: { mostCells: 3, mostTries: 200, keep: keepIn(io) } }),
            onProgress: (name, done, planned) =>
              progress.show(() => `${name}: ${done} of ${planned} answers`),
            ...(options['save'] === false ? {} : { onPhase: keepPhase(io) }),
          },
          world,
        )
      } finally {
        progress.end()
      }
    })
    report(result, config, options, reports, io)
    return EXIT[result.verdict]
  },
})

function report(
  result: CiResult,
  config: LabConfig,
  options: OptionValues,
  reports: readonly WantedReport[],
  io: CliIo,
): void {
  if (options['json'] === true) io.out(`${JSON.stringify(result, undefined, 2)}\n`)
  else if (!reports.some(({ file, name }) => file === undefined && name !== 'github')) printCi(result, io)
  const whole = joined(result.phases, {
    verdict: result.verdict,
    ...(result.score === undefined ? {} : { score: result.score * 100 }),
  })
  if (whole === undefined) return
  writeReports(reports, { result: whole }, { ci: result, config }, io)
  const summary = io.env['GITHUB_STEP_SUMMARY']
  if (reports.some(({ name }) => name === 'github') && summary !== undefined && summary !== '')
    appendFileSync(summary, reporterNamed('markdown').render({ result: whole }))
}

/** A model writes the mutations only where the configuration says so. */
function writerOf({ mutations, model }: LabConfig): { readonly writer?: MutationWriter } {
  if (mutations?.written_by !== 'model') return {}
  const { provider, name, api_key: apiKey, base_url: baseUrl, temperature } = model ?? DEFAULT_MODEL
  return {
    writer: createMutationWriter({
      provider,
      name,
      temperature,
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    }),
  }
}

const DEFAULT_MODEL: NonNullable<LabConfig['model']> = {
  provider: 'ollama',
  name: 'qwen3:8b',
  temperature: 0.8,
}

function phaseOf({ phase }: OptionValues): PhaseName | undefined {
  if (phase === undefined || (PHASES as readonly unknown[]).includes(phase))
    return phase as PhaseName | undefined
  throw new HoldfastError('HF_USAGE', `there is no phase \`${String(phase)}\``, `one of ${PHASES.join(', ')}`)
}

function shareOf({ minScore = '0' }: OptionValues): number {
  const value = typeof minScore === 'string' && minScore.trim() !== '' ? Number(minScore) : Number.NaN
  if (value >= 0 && value <= 1) return value
  throw new HoldfastError(
    'HF_USAGE',
    `--min-score must be between 0 and 1, not \`${String(minScore)}\``,
    value > 1 && value <= 100 ? `did you mean ${value / 100}?` : undefined,
  )
}

/** The lab keeps its own runs; the other phases are kept here, so that `holdfast ui` shows them all. */
function keepPhase(io: CliIo): (name: PhaseName, result: RunResult) => void {
  const startedAtMs = io.nowMs()
  return (name, result) => {
    if (name !== 'mutation' && name !== 'replay') return
    const folder = newRunFolder(resolve(io.cwd, RUNS_FOLDER), {
      kind: name,
      startedAtMs,
      fingerprint: result.configuration.hash,
    })
    const durationMs = io.nowMs() - startedAtMs
    folder.finish(result, {
      format: 'holdfast.timing/1',
      startedAtMs,
      durationMs,
      concurrency: 0,
      calls: result.usage.answers,
    })
  }
}

function keepIn(io: CliIo): (shrunk: Parameters<typeof replayName>[0]) => string {
  return (shrunk) => {
    const id = replayName(shrunk)
    const file = join(REPLAYS_FOLDER, `${id}.yaml`)
    const whole = resolve(io.cwd, file)
    mkdirSync(dirname(whole), { recursive: true })
    writeFileSync(whole, writeReplay({ ...shrunk.session, id }))
    return file
  }
}
