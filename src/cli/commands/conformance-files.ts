import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  githubReport,
  jsonReport,
  junitReport,
  markdownReport,
  type SuiteReport,
} from '../../conformance/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { CliIo } from '../io.ts'

/** A run that failed is nothing to measure later ones by. */
export async function saveBaseline(
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

export async function writeReports(
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
