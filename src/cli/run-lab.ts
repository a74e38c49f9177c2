import type { LabRun, LabWorld } from '../lab/lab.ts'
import { RUNS_FOLDER } from '../lab/run-folder.ts'
import type { RunVerdict } from '../lab/run-result.ts'
import { reporterNamed, type RunReport } from '../report/index.ts'
import type { OptionValues } from './command.ts'
import type { CliIo, ExitCode } from './io.ts'
import { progressLine } from './progress-line.ts'
import { checkReportFile, writeReport } from './write-report.ts'

export const EXIT: Record<RunVerdict, ExitCode> = { kept: 0, broken: 1, undecided: 3 }

/** Runs with everything a run needs from outside: the agent, judges, progress, and an end by Ctrl-C. */
export async function runLab(
  options: OptionValues,
  io: CliIo,
  run: (world: LabWorld) => Promise<LabRun>,
): Promise<LabRun> {
  const { output } = options
  if (typeof output === 'string') checkReportFile(output, io)
  const [{ openTarget }, { createJudge }] = await Promise.all([
    import('../lab/targets/open-target.ts'),
    import('../judge/index.ts'),
  ])
  const stop = new AbortController()
  const release = onInterrupt(() => stop.abort())
  const progress = progressLine(io)
  try {
    const done = await run({
      cwd: io.cwd,
      env: io.env,
      openTarget,
      signal: stop.signal,
      judge: createJudge({ env: io.env }),
      ...(options['save'] === false ? {} : { runs: RUNS_FOLDER }),
      onProgress: (now) => progress.update(now),
    })
    progress.end()
    if (typeof output === 'string') writeReport(output, reportOf(done), io)
    if (stop.signal.aborted && done.id !== undefined)
      io.err(`called off; the same command with --resume ${done.id} goes on where it stopped\n`)
    return done
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
