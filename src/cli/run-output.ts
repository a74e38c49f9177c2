import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { clientAssets, freeze } from '../dashboard/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import type { LabConfig } from '../lab/config/config.ts'
import type { RunKind } from '../lab/run-result.ts'
import { REPORTERS, reporterFor, type RunReport } from '../report/index.ts'
import type { CliIo } from './io.ts'
import { VERSION } from './version.ts'
import { writeWhole } from './write-report.ts'

const DEFAULT_FOLDER = './reports'

/**
 * Where `--output` puts its report: a file whose ending says which, or the name of a reporter, which writes into the
 * folder of the configuration. Says before a long run, and not after it, that this cannot be done.
 */
export function outputFile(
  written: unknown,
  kind: RunKind,
  { output }: Pick<LabConfig, 'output'>,
  io: CliIo,
): string | undefined {
  if (typeof written !== 'string' || written === 'terminal') return undefined
  const ending = written === 'html' ? '.html' : REPORTERS.find(({ name }) => name === written)?.endings[0]
  const file =
    ending === undefined ? written : join(output?.path ?? DEFAULT_FOLDER, `holdfast-${kind}${ending}`)
  if (file.endsWith('.html')) clientAssets()
  else reporterFor(file)
  const folder = dirname(resolve(io.cwd, file))
  if (ending !== undefined) mkdirSync(folder, { recursive: true })
  else if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new HoldfastError('HF_FILE', `there is no folder \`${dirname(file)}\` for the report`)
  return file
}

export function writeOutput(
  file: string,
  report: RunReport,
  { sources }: Pick<LabConfig, 'sources'>,
  io: CliIo,
): void {
  const texts = new Map(sources.map((source) => [source.file, source.text]))
  const text = file.endsWith('.html')
    ? freeze(clientAssets(), {
        version: VERSION,
        runs: [{ id: report.id ?? report.result.kind, result: report.result }],
        readText: (name) => texts.get(name),
      })
    : reporterFor(file).render(report)
  writeWhole(file, text, io)
}
