import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HoldfastError } from '../kit/errors.ts'
import { readRun } from '../lab/compare/read-run.ts'
import { RUNS_FOLDER } from '../lab/run-folder.ts'
import type { RunResult } from '../lab/run-result.ts'
import type { CliIo } from './io.ts'

const MOST_BYTES = 256 * 1024 * 1024

/** A result by the name of its file, or by the name of a run that is kept. */
export function keptRun(name: string, io: CliIo): RunResult {
  const kept = join(RUNS_FOLDER, name, 'result.json')
  const file = !existsSync(resolve(io.cwd, name)) && existsSync(resolve(io.cwd, kept)) ? kept : name
  const read = io.readText(file, MOST_BYTES)
  if (read.ok) return readRun(read.text, file)
  throw new HoldfastError(
    'HF_FILE',
    `there is no result at \`${name}\`: ${read.reason}`,
    `give a file of results or the name of a folder in ${RUNS_FOLDER}`,
  )
}
