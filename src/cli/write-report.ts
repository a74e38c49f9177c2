import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { HoldfastError } from '../kit/errors.ts'
import { reporterFor, type RunReport } from '../report/index.ts'
import type { CliIo } from './io.ts'

/** Says before a long run, and not after it, that its report could not be written. */
export function checkReportFile(file: string, io: CliIo): void {
  reporterFor(file)
  const folder = dirname(resolve(io.cwd, file))
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new HoldfastError('HF_FILE', `there is no folder \`${dirname(file)}\` for the report`)
}

export function writeReport(file: string, report: RunReport, io: CliIo): void {
  writeWhole(file, reporterFor(file).render(report), io)
}

/** Under another name first, so that nobody ever reads half of it. */
export function writeWhole(file: string, text: string, io: CliIo): void {
  const whole = resolve(io.cwd, file)
  try {
    writeFileSync(`${whole}.part`, text)
    renameSync(`${whole}.part`, whole)
  } catch (error) {
    throw new HoldfastError('HF_FILE', `cannot write \`${file}\`: ${(error as Error).message}`, undefined, {
      cause: error,
    })
  }
}
