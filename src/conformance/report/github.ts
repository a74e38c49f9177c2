import type { SuiteReport } from '../measure/report-shape.ts'

/** Annotations at the files they are about, as GitHub reads them from the output of a job. */
export function githubReport({ problems, scenarios }: SuiteReport): string {
  const notes = [
    ...problems.map(({ level, file, line, column, message, hint }) =>
      note(level, { file, line, col: column }, hint === undefined ? message : `${message} (${hint})`),
    ),
    ...scenarios
      .filter(({ passed, load_error }) => !passed && load_error === null)
      .map(({ file, name, failing_trials: [first] }) =>
        note(
          'error',
          { file, line: 1, title: name },
          [...(first?.failures ?? []), `again: ${first?.repeat ?? ''}`].join('\n'),
        ),
      ),
  ]
  return notes.map((line) => `${line}\n`).join('')
}

function note(level: string, where: Readonly<Record<string, string | number>>, message: string): string {
  const properties = Object.entries(where).map(([key, value]) => `${key}=${property(String(value))}`)
  return `::${level} ${properties.join(',')}::${data(message)}`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
