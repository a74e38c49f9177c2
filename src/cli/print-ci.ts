import type { CiReason, CiResult } from '../ci/index.ts'
import { oneLine, reporterNamed } from '../report/index.ts'
import type { CliIo } from './io.ts'
import { paintFor } from './paint.ts'

const VERDICT = {
  kept: ['KEPT', 'green'],
  broken: ['BROKEN', 'red'],
  undecided: ['NOT DECIDED', 'yellow'],
} as const

/** The phases one after the other, then what they come to. */
export function printCi(result: CiResult, io: CliIo): void {
  const paint = paintFor(io)
  const { colour, columns } = io
  for (const { result: phase } of result.phases)
    io.out(`${reporterNamed('terminal').render({ result: phase }, { colour, columns })}\n`)
  for (const { file, repeat, faults, prompt, tries } of result.replays)
    io.out(
      `${paint.bold('shrunk')}  ${oneLine(faults.length === 0 ? 'no fault needed' : faults.join(' + '), columns - 10)}\n    ${paint.dim('prompt ')}${oneLine(prompt, columns - 11)}\n    ${paint.dim('file   ')}${file}  ${paint.dim(`(${tries} tries)`)}\n    ${paint.dim('again  ')}${repeat}\n\n`,
    )
  for (const { name, score, weight } of result.phases)
    io.out(
      `  ${name.padEnd(9)}  ${percent(score).padStart(12)}  ${paint.dim(`weight ${weight.toFixed(2)}`)}\n`,
    )
  for (const { name, why } of result.notRun)
    io.out(paint.dim(`  ${name.padEnd(9)}  ${'not run'.padStart(12)}  ${why}\n`))
  if (result.phases.length > 0 && result.notRun.length > 0)
    io.out(paint.dim('  the weights of phases that did not run were shared out among the others\n'))
  const [word, shade] = VERDICT[result.verdict]
  const why = result.reasons.map(sentence).join(', ')
  io.out(
    `\n${paint.bold(paint[shade](word))}  overall ${percent(result.score)}${why === '' ? '' : `: ${why}`}\n`,
  )
}

function sentence(reason: CiReason): string {
  switch (reason.code) {
    case 'phase-broken':
      return `${reason.phase} is broken`
    case 'phase-undecided':
      return `${reason.phase} could not be decided`
    case 'phase-below-score':
      return `${reason.phase} is at ${percent(reason.score)}, below ${percent(reason.minScore)}`
    case 'below-score':
      return `the whole is at ${percent(reason.score)}, below ${percent(reason.minScore)}`
    case 'nothing-ran':
      return 'nothing is configured that could run'
  }
}

function percent(share: number | undefined): string {
  return share === undefined ? 'not measured' : `${(share * 100).toFixed(2)} %`
}
