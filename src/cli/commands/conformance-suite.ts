import { resolve } from 'node:path'
import {
  findScenarioFiles,
  jsonReport,
  readBaseline,
  runSuite,
  suiteReport,
  textReport,
  type Baseline,
  type Dress,
  type Observation,
  type Scenario,
} from '../../conformance/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import { didYouMean } from '../../kit/nearest-name.ts'
import type { OptionValues } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { labAgents } from '../lab-agents.ts'
import { paintFor, shown } from '../paint.ts'
import { printProblems } from '../problems.ts'
import { saveBaseline, writeReports } from './conformance-files.ts'
import { readOptions } from './conformance-options.ts'
import { createProgressLine } from './conformance-progress.ts'
import { printTrial } from './conformance-trial.ts'
import { chooseBackends } from './workflow-backends.ts'

const MAX_FILE_BYTES = 8_000_000

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

function openBaseline(path: string | boolean | undefined, io: CliIo): Baseline | undefined {
  if (typeof path !== 'string') return undefined
  const read = io.readText(path, 256_000_000)
  if (!read.ok) throw new HoldfastError('HF_FILE', `cannot read the baseline \`${path}\`: ${read.reason}`)
  return readBaseline(read.text, read.file)
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
