import { HoldfastError } from '../kit/errors.ts'
import type { LabOptions } from '../lab/lab.ts'
import type { OptionSpec, OptionValues } from './command.ts'

/** What every command that puts questions to an agent takes. */
export const LAB_OPTIONS: readonly OptionSpec[] = [
  { flags: '-c, --config <file>', summary: 'the test configuration (holdfast.yaml)' },
  {
    flags: '--seed <seed>',
    summary: 'every draw of chance follows from it; the same seed gives the same run',
  },
  { flags: '--trials <n>', summary: 'how often each cell is tried' },
  { flags: '--trial <n>', summary: 'only the trial with this number, as a failure names it' },
  { flags: '--concurrency <n>', summary: 'the most questions under way at once' },
  { flags: '--only <name>', summary: 'one invariant, one scenario, or `invariant@scenario`' },
  { flags: '--min-score <n>', summary: 'exit 1 below this score, 0 to 100' },
  {
    flags: '--resume [run]',
    summary: 'go on with a run that was cut short, the newest one of this plan by default',
  },
  { flags: '--no-save', summary: 'keep nothing in .holdfast/runs' },
]

export const REPORT_OPTIONS: readonly OptionSpec[] = [
  { flags: '--json', summary: 'print the result as JSON' },
  {
    flags: '-o, --output <file>',
    summary:
      'also write a report; its ending says which (.html, .json, .xml for JUnit, .md, .sarif, .txt), or a name such as `html`',
  },
]

export function labOptions(options: OptionValues): LabOptions {
  const { seed, only, resume } = options
  const trials = wholeNumber('--trials', options['trials'])
  const trial = wholeNumber('--trial', options['trial'])
  const concurrency = wholeNumber('--concurrency', options['concurrency'])
  const minScore = score(options['minScore'])
  return {
    ...(typeof seed === 'string' ? { seed: /^-?\d{1,15}$/u.test(seed) ? Number(seed) : seed } : {}),
    ...(trials === undefined ? {} : { trials }),
    ...(trial === undefined ? {} : { trial }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(typeof only === 'string' ? { only } : {}),
    ...(minScore === undefined ? {} : { minScore }),
    ...(resume === undefined || resume === false
      ? {}
      : { resume: typeof resume === 'string' ? resume : 'latest' }),
  }
}

function wholeNumber(name: string, written: string | boolean | undefined): number | undefined {
  if (written === undefined) return undefined
  if (typeof written === 'string' && /^\d{1,7}$/u.test(written) && Number(written) > 0) return Number(written)
  throw new HoldfastError('HF_USAGE', `${name} must be a whole number above 0, not \`${String(written)}\``)
}

function score(written: string | boolean | undefined): number | undefined {
  if (written === undefined) return undefined
  const value = typeof written === 'string' && written.trim() !== '' ? Number(written) : Number.NaN
  if (value >= 0 && value <= 100) return value
  throw new HoldfastError('HF_USAGE', `--min-score must be between 0 and 100, not \`${String(written)}\``)
}
