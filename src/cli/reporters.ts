import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { CiResult } from '../ci/index.ts'
import { clientAssets, freeze } from '../dashboard/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import type { LabConfig } from '../lab/config/config.ts'
import { reporterNamed, type RunReport } from '../report/index.ts'
import type { CliIo } from './io.ts'
import { VERSION } from './version.ts'
import { writeWhole } from './write-report.ts'

/** `--reporter junit=report.xml`: a reporter, and the file it writes to instead of standard output. */
export interface WantedReport {
  readonly name: string
  readonly file?: string
}

/** Says before a long run, and not after it, that a report could not be written. */
export function checkReporters(written: unknown, io: CliIo): readonly WantedReport[] {
  const words = Array.isArray(written) ? written : written === undefined ? [] : [written]
  return words.map((word) => {
    const [name = '', file] = String(word).split(/=(.*)/su, 2)
    if (name !== 'html') reporterNamed(name)
    else if (file === undefined)
      throw new HoldfastError('HF_USAGE', 'the html report needs a file', '--reporter html=report.html')
    if (file === undefined) return { name }
    const folder = dirname(resolve(io.cwd, file))
    if (file === '' || !existsSync(folder) || !statSync(folder).isDirectory())
      throw new HoldfastError('HF_FILE', `there is no folder \`${dirname(file)}\` for the ${name} report`)
    return { name, file }
  })
}

interface Whole {
  readonly ci: CiResult
  readonly config: LabConfig
}

export function writeReports(
  reports: readonly WantedReport[],
  report: RunReport,
  whole: Whole,
  io: CliIo,
): void {
  const { colour, columns } = io
  for (const { name, file } of reports) {
    const text =
      name === 'html'
        ? htmlOf(whole)
        : name === 'json'
          ? `${JSON.stringify(whole.ci, undefined, 2)}\n`
          : reporterNamed(name).render(report, file === undefined ? { colour, columns } : undefined)
    if (file === undefined) io.out(text)
    else writeWhole(file, text, io)
  }
}

/** The same page that `holdfast ui` serves, with this result in it. */
function htmlOf({ ci, config }: Whole): string {
  const texts = new Map(config.sources.map(({ file, text }) => [file, text]))
  return freeze(clientAssets(), {
    version: VERSION,
    runs: ci.phases.map(({ name, result }) => ({ id: name, result })),
    readText: (file) => texts.get(file),
  })
}
