import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  DEFAULT_JOBS,
  findScenarioFiles,
  githubReport,
  jsonReport,
  junitReport,
  markdownReport,
  readBaseline,
  runSuite,
  suiteReport,
  textReport,
  type Baseline,
  type Dress,
  type Observation,
  type Scenario,
  type SuiteReport,
} from '../../conformance/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import { didYouMean } from '../../kit/nearest-name.ts'
import type { OptionSpec, OptionValues } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { labAgents } from '../lab-agents.ts'
import { paintFor, shown } from '../paint.ts'
import { printProblems } from '../problems.ts'
import { printTrial } from './conformance-trial.ts'
import { createProgressLine } from './conformance-progress.ts'
import { BACKEND_OPTIONS, chooseBackends } from './workflow-backends.ts'
import { countFrom } from './workflow-open.ts'

const MAX_FILE_BYTES = 8_000_000

export const CONFORMANCE_OPTIONS: readonly OptionSpec[] = [
  { flags: '--json', summary: 'print the report as JSON' },
  { flags: '--min-pass-rate <rate>', summary: 'the share of its trials every scenario must pass, 0 to 1' },
  { flags: '--forecast-runs-per-day <number>', summary: 'tell what so many runs a day would use' },
  { flags: '--price-per-mtok <usd>', summary: 'with a forecast: dollars for a million tokens' },
  {
    flags: '--save-baseline <file>',
    summary: 'keep the report to compare later runs with, if nothing failed',
  },
  { flags: '--baseline <file>', summary: 'compare with an earlier report; what became worse is exit 1' },
  { flags: '--only <name>', summary: 'one scenario' },
  { flags: '--trial <number>', summary: 'with --only: one trial, from 0, with all it did' },
  { flags: '--jobs <number>', summary: `how many trials at once (default: ${DEFAULT_JOBS})` },
  { flags: '--pass-k <list>', summary: 'estimate pass^k for these k too, with commas' },
  { flags: '--confidence <level>', summary: 'of intervals and tests (default: 0.95)' },
  {
    flags: '--reporter <kind=file>',
    summary: 'also write junit=, json=, markdown= or github=<file>, several with commas',
  },
  ...BACKEND_OPTIONS.filter(({ flags }) => !flags.startsWith('--turns')),
]

/** Runs a corpus and tells what came of it; the report goes to standard output, everything else beside it. */
export async function runConformance(
  args: readonly string[],
  options: OptionValues,
  io: CliIo,
): Promise<ExitCode> {
  const folder = resolve(io.cwd, args[0] ?? 'corpus')
  const wanted = readOptions(options)
  const baseline = openBaseline(options['baseline'], io)
  const files = findScenarioFiles(folder)
  const chosen = await chooseBackends(options, io)
  const progress = createProgressLine(io)
  const looked: [Scenario, Observation][] = []
  const running = runSuite(files, {
    workdir: io.cwd,
    env: io.env,
    readFile: (name, from) => (name === from ? io.readText(name, MAX_FILE_BYTES) : readNamed(io, name, from)),
    jobs: wanted.jobs,
    agents: labAgents(io.env),
    onTrial: progress.show,
    ...(wanted.only !== undefined && { only: wanted.only }),
    ...(wanted.trial !== undefined && {
      trial: wanted.trial,
      onObservation: (scenario, _trial, seen) => void looked.push([scenario, seen]),
    }),
    ...(options['model'] !== undefined && { backends: chosen.backends }),
  })
  const result = await running.finally(() => progress.clear())
  await chosen.finish()
  if (result.entries.length === 0) throw nothingFound(folder, wanted.only, files, io)
  printProblems(io, result.problems, result.sources)
  const report = suiteReport(result, {
    confidence: wanted.confidence,
    passKs: wanted.passKs,
    isLive: options['model'] !== undefined,
    isPartial: wanted.only !== undefined,
    repeatWith: (name, trial) =>
      `holdfast conformance run ${quoted(args[0] ?? 'corpus')} --only ${quoted(name)} --trial ${trial}`,
    ...(wanted.floor !== undefined && { floor: wanted.floor }),
    ...(wanted.forecast !== undefined && { forecast: wanted.forecast }),
    ...(baseline !== undefined && { baseline }),
  })
  for (const [scenario, seen] of looked) printTrial(io, scenario, seen)
  io.out(options['json'] === true ? jsonReport(report) : textReport(report, dressFor(io)))
  await writeReports(options['reporter'], report, io)
  await saveBaseline(options['saveBaseline'], report, io)
  return report.exit_code
}

function readNamed(io: CliIo, name: string, from: string) {
  const beside = io.readText(name, MAX_FILE_BYTES, from)
  return beside.ok ? beside : io.readText(name, MAX_FILE_BYTES)
}

function nothingFound(
  folder: string,
  only: string | undefined,
  files: readonly string[],
  io: CliIo,
): HoldfastError {
  if (only === undefined || files.length === 0)
    return new HoldfastError(
      'HF_USAGE',
      `there is no scenario below \`${folder}\``,
      'a scenario is a *.toml file with a [workflow] or an [agent]',
    )
  const names = files.flatMap((file) => {
    const read = io.readText(file, MAX_FILE_BYTES)
    return read.ok ? (/^name\s*=\s*"([^"]+)"/mu.exec(read.text)?.[1] ?? []) : []
  })
  return new HoldfastError('HF_USAGE', `no scenario is called \`${only}\``, didYouMean(only, names))
}

function readOptions(options: OptionValues) {
  const floor = numberFrom('--min-pass-rate', options['minPassRate'], 0, 1)
  const runsPerDay = numberFrom('--forecast-runs-per-day', options['forecastRunsPerDay'], 0, Infinity)
  const pricePerMtok = numberFrom('--price-per-mtok', options['pricePerMtok'], 0, Infinity)
  const confidence = numberFrom('--confidence', options['confidence'], 0.5, 0.999_999) ?? 0.95
  const trial = numberFrom('--trial', options['trial'], 0, 1_000_000)
  const only = typeof options['only'] === 'string' ? options['only'] : undefined
  if (trial !== undefined && (only === undefined || !Number.isInteger(trial)))
    throw new HoldfastError('HF_USAGE', '--trial needs a whole number and --only <name>')
  if (options['model'] === undefined && (options['replay'] ?? options['recordModels']) !== undefined)
    throw new HoldfastError('HF_USAGE', '--replay and --record-models need --model <provider:model>')
  if (pricePerMtok !== undefined && runsPerDay === undefined)
    throw new HoldfastError('HF_USAGE', '--price-per-mtok needs --forecast-runs-per-day <number>')
  const passKs = (typeof options['passK'] === 'string' ? options['passK'].split(',') : []).map((k) =>
    countFrom('--pass-k', k.trim(), 1),
  )
  return {
    floor,
    confidence,
    trial,
    only,
    passKs,
    jobs: countFrom('--jobs', options['jobs'], DEFAULT_JOBS),
    forecast:
      runsPerDay === undefined
        ? undefined
        : { runsPerDay, ...(pricePerMtok !== undefined && { pricePerMtok }) },
  }
}

function numberFrom(
  name: string,
  written: string | boolean | undefined,
  atLeast: number,
  atMost: number,
): number | undefined {
  if (written === undefined) return undefined
  const value =
    typeof written === 'string' && /^\d{1,15}(?:\.\d{1,15})?$/u.test(written) ? Number(written) : Number.NaN
  if (value >= atLeast && value <= atMost) return value
  const range = atMost === Infinity ? `of at least ${atLeast}` : `from ${atLeast} to ${atMost}`
  throw new HoldfastError('HF_USAGE', `${name} must be a number ${range}, not \`${String(written)}\``)
}

function openBaseline(path: string | boolean | undefined, io: CliIo): Baseline | undefined {
  if (typeof path !== 'string') return undefined
  const read = io.readText(path, 256_000_000)
  if (!read.ok) throw new HoldfastError('HF_FILE', `cannot read the baseline \`${path}\`: ${read.reason}`)
  return readBaseline(read.text, read.file)
}

/** A run that failed is nothing to measure later ones by. */
async function saveBaseline(
  path: string | boolean | undefined,
  report: SuiteReport,
  io: CliIo,
): Promise<void> {
  if (typeof path !== 'string') return
  if (report.exit_code !== 0) {
    io.err(`the baseline was not saved, because this run is not one to go by\n`)
    return
  }
  await writeText(path, jsonReport(report), io)
  io.err(`baseline saved to ${path}\n`)
}

async function writeReports(
  wanted: string | boolean | undefined,
  report: SuiteReport,
  io: CliIo,
): Promise<void> {
  if (typeof wanted !== 'string') return
  const KINDS = { junit: junitReport, json: jsonReport, markdown: markdownReport, github: githubReport }
  for (const each of wanted.split(',')) {
    const [kind = '', ...rest] = each.split('=')
    const file = rest.join('=')
    if (!Object.hasOwn(KINDS, kind) || file === '')
      throw new HoldfastError(
        'HF_USAGE',
        `\`${each}\` is not a reporter`,
        'write junit=<file>, json=<file>, markdown=<file> or github=<file>',
      )
    await writeText(file, KINDS[kind as keyof typeof KINDS](report), io)
  }
}

async function writeText(path: string, text: string, io: CliIo): Promise<void> {
  try {
    await writeFile(resolve(io.cwd, path), text)
  } catch (error) {
    throw new HoldfastError('HF_FILE', `cannot write \`${path}\`: ${(error as Error).message}`)
  }
}

function quoted(word: string): string {
  return /^[\w./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

function dressFor(io: CliIo): Dress {
  const paint = paintFor(io)
  return {
    good: paint.green,
    bad: paint.red,
    doubtful: paint.yellow,
    quiet: paint.dim,
    foreign: (text) => shown(text, 400),
  }
}
