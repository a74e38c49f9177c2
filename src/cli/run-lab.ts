import type { LabConfig } from '../lab/config/config.ts'
import type { LabRun, LabWorld } from '../lab/lab.ts'
import { RUNS_FOLDER } from '../lab/run-folder.ts'
import type { RunKind, RunVerdict } from '../lab/run-result.ts'
import { reporterNamed, type RunReport } from '../report/index.ts'
import type { OptionValues } from './command.ts'
import type { CliIo, ExitCode } from './io.ts'
import { progressLine } from './progress-line.ts'
import { outputFile, writeOutput } from './run-output.ts'

export const EXIT: Record<RunVerdict, ExitCode> = { kept: 0, broken: 1, undecided: 3 }

/** What a report is called and where it goes. */
export interface RunSubject {
  readonly kind: RunKind
  readonly config?: Pick<LabConfig, 'output' | 'sources'>
}

/** A run of one matrix, with its report written where the options say. */
export async function runLab(
  options: OptionValues,
  io: CliIo,
  run: (world: LabWorld) => Promise<LabRun>,
  { kind, config = { sources: [] } }: RunSubject = { kind: 'replay' },
): Promise<LabRun> {
  const file = outputFile(options['output'], kind, config, io)
  let isCalledOff = false
  const done = await inLabWorld(options, io, async (world) => {
    const outcome = await run(world)
    isCalledOff = world.signal.aborted
    return outcome
  })
  if (file !== undefined) {
    writeOutput(file, reportOf(done), config, io)
    io.err(`wrote ${file}\n`)
  }
  if (isCalledOff && done.id !== undefined)
    io.err(`called off; the same command with --resume ${done.id} goes on where it stopped\n`)
  return done
}

/** Everything a run needs from outside: the agent, judges, progress, and an end by Ctrl-C. */
export async function inLabWorld<Result>(
  options: OptionValues,
  io: CliIo,
  use: (world: LabWorld) => Promise<Result>,
): Promise<Result> {
  const [{ openTarget }, { createJudge }] = await Promise.all([
    import('../lab/targets/open-target.ts'),
    import('../judge/index.ts'),
  ])
  const stop = new AbortController()
  const release = onInterrupt(() => stop.abort())
  const progress = progressLine(io)
  try {
    return await use({
      cwd: io.cwd,
      env: io.env,
      openTarget,
      signal: stop.signal,
      judge: createJudge({ env: io.env }),
      ...(options['save'] === false ? {} : { runs: RUNS_FOLDER }),
      onProgress: (now) => progress.update(now),
    })
  } finally {
    progress.end()
    release()
  }
}

export function printRun(done: LabRun, options: OptionValues, io: CliIo): void {
  const { colour, columns } = io
  const name = options['json'] === true ? 'json' : 'terminal'
  io.out(reporterNamed(name).render(reportOf(done), { colour, columns }))
}

function reportOf({ result, timing, id }: LabRun): RunReport {
  return { result, timing, ...(id === undefined ? {} : { id }) }
}

/** The first Ctrl-C lets the run end in order; a second one ends the process, as usual. */
function onInterrupt(stop: () => void): () => void {
  const once = (): void => {
    release()
    stop()
  }
  const release = (): void => {
    process.off('SIGINT', once)
    process.off('SIGTERM', once)
  }
  process.on('SIGINT', once)
  process.on('SIGTERM', once)
  return release
}
