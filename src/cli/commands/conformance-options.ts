import { DEFAULT_JOBS } from '../../conformance/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { OptionSpec, OptionValues } from '../command.ts'
import { BACKEND_OPTIONS } from './workflow-backends.ts'
import { countFrom } from './workflow-open.ts'

export const CONFORMANCE_OPTIONS: readonly OptionSpec[] = [
  { flags: '--json', summary: 'print the report as JSON' },
  { flags: '--min-pass-rate <rate>', summary: 'the share of its trials every scenario must pass, 0 to 1' },
  { flags: '--forecast-runs-per-day <number>', summary: 'tell what so many runs a day would use' },
  { flags: '--price-per-mtok <usd>', summary: 'with a forecast: dollars for a million tokens' },
  {
    flags: '--save-baseline <file>',
    summary: 'keep the report to compare later runs with, if nothing failed',
  },
  { flags: '--baseline <file>', summary: 'compare with an earlier report; what became worse is exit 1' },
  { flags: '--only <name>', summary: 'one scenario' },
  { flags: '--trial <number>', summary: 'with --only: one trial, from 0, with all it did' },
  { flags: '--jobs <number>', summary: `how many trials at once (default: ${DEFAULT_JOBS})` },
  { flags: '--pass-k <list>', summary: 'estimate pass^k for these k too, with commas' },
  { flags: '--confidence <level>', summary: 'of intervals and tests (default: 0.95)' },
  {
    flags: '--reporter <kind=file>',
    summary: 'also write junit=, json=, markdown= or github=<file>, several with commas',
  },
  ...BACKEND_OPTIONS.filter(({ flags }) => !flags.startsWith('--turns')),
]

/** What the words of the command line mean, or what is wrong with them. */
export function readOptions(options: OptionValues) {
  const floor = numberFrom('--min-pass-rate', options['minPassRate'], 0, 1)
  const runsPerDay = numberFrom('--forecast-runs-per-day', options['forecastRunsPerDay'], 0, Infinity)
  const pricePerMtok = numberFrom('--price-per-mtok', options['pricePerMtok'], 0, Infinity)
  const confidence = numberFrom('--confidence', options['confidence'], 0.5, 0.999_999) ?? 0.95
  const trial = numberFrom('--trial', options['trial'], 0, 1_000_000)
  const only = typeof options['only'] === 'string' ? options['only'] : undefined
  if (trial !== undefined && (only === undefined || !Number.isInteger(trial)))
    throw new HoldfastError('HF_USAGE', '--trial needs a whole number and --only <name>')
  if (options['model'] === undefined && (options['replay'] ?? options['recordModels']) !== undefined)
    throw new HoldfastError('HF_USAGE', '--replay and --record-models need --model <provider:model>')
  if (pricePerMtok !== undefined && runsPerDay === undefined)
    throw new HoldfastError('HF_USAGE', '--price-per-mtok needs --forecast-runs-per-day <number>')
  const passKs = (typeof options['passK'] === 'string' ? options['passK'].split(',') : []).map((k) =>
    countFrom('--pass-k', k.trim(), 1),
  )
  return {
    floor,
    confidence,
    trial,
    only,
    passKs,
    jobs: countFrom('--jobs', options['jobs'], DEFAULT_JOBS),
    forecast:
      runsPerDay === undefined
        ? undefined
        : { runsPerDay, ...(pricePerMtok !== undefined && { pricePerMtok }) },
  }
}

function numberFrom(
  name: string,
  written: string | boolean | undefined,
  atLeast: number,
  atMost: number,
): number | undefined {
  if (written === undefined) return undefined
  const value =
    typeof written === 'string' && /^\d{1,15}(?:\.\d{1,15})?$/u.test(written) ? Number(written) : Number.NaN
  if (value >= atLeast && value <= atMost) return value
  const range = atMost === Infinity ? `of at least ${atLeast}` : `from ${atLeast} to ${atMost}`
  throw new HoldfastError('HF_USAGE', `${name} must be a number ${range}, not \`${String(written)}\``)
}
