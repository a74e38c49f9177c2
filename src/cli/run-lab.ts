import type { LabRun, LabWorld } from '../lab/lab.ts'
import { lanesFor } from '../lab/lanes-for.ts'
import { RUNS_FOLDER } from '../lab/run-folder.ts'
import type { RunVerdict } from '../lab/run-result.ts'
import { reporterNamed, type RunReport } from '../report/index.ts'
import type { OptionValues } from './command.ts'
import type { CliIo, ExitCode } from './io.ts'
import { progressLine } from './progress-line.ts'
import { checkReportFile, writeReport } from './write-report.ts'

export const EXIT: Record<RunVerdict, ExitCode> = { kept: 0, broken: 1, undecided: 3 }

/** A run of one matrix, with its report written where the options say. */
export async function runLab(
  options: OptionValues,
  io: CliIo,
  run: (world: LabWorld) => Promise<LabRun>,
): Promise<LabRun> {
  const { output } = options
  if (typeof output === 'string') checkReportFile(output, io)
  let isCalledOff = false
  const done = await inLabWorld(options, io, async (world) => {
    const outcome = await run(world)
    isCalledOff = world.signal.aborted
    return outcome
  })
  if (typeof output === 'string') writeReport(output, reportOf(done), io)
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
      openTarget: (agent, request) =>
        openTarget(agent, { ...request, lanes: lanesFor(agent, request.lanes) }),
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
