import { oneLine } from '../clean-text.ts'
import { isBroken, troubles, type Trouble } from '../failed-cells.ts'
import { defineReporter } from '../reporter.ts'
import { failureSentence } from '../sentences.ts'

const LONGEST_MESSAGE_CHARS = 500

/** Annotations that GitHub shows beside the contract's lines in a pull request. */
export const githubReporter = defineReporter({
  name: 'github',
  summary: "Annotations of GitHub Actions at the contract's line.",
  endings: [],
  render: ({ result }) =>
    troubles(result)
      .map((trouble) => `${annotation(trouble)}\n`)
      .join(''),
})

function annotation({ cell, failure, location }: Trouble): string {
  const level = isBroken(cell) ? 'error' : 'warning'
  const said = failure === undefined ? (cell.why ?? cell.outcome) : failureSentence(failure)
  const again = failure === undefined ? '' : ` — again: ${failure.repeat}`
  const properties = {
    ...(location === undefined ? {} : { file: location.file, line: location.line, col: location.column }),
    title: `${cell.invariant} under ${cell.scenario}: ${cell.outcome}`,
  }
  const written = Object.entries(properties)
    .map(([name, value]) => `${name}=${escapedProperty(String(value))}`)
    .join(',')
  return `::${level} ${written}::${escapedData(oneLine(`${said}${again}`, LONGEST_MESSAGE_CHARS))}`
}

/** A line break would begin a new command, which agent text must never write. */
function escapedData(text: string): string {
  return text.replace(/%/gu, '%25').replace(/\r/gu, '%0D').replace(/\n/gu, '%0A')
}

function escapedProperty(text: string): string {
  return escapedData(text).replace(/:/gu, '%3A').replace(/,/gu, '%2C')
}
