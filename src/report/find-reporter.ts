import { HoldfastError } from '../kit/errors.ts'
import { didYouMean } from '../kit/nearest-name.ts'
import type { Reporter } from './reporter.ts'
import { REPORTERS } from './reporters/index.ts'

/** The reporter that writes a file of this name. */
export function reporterFor(file: string): Reporter {
  const found = REPORTERS.find(({ endings }) => endings.some((ending) => file.toLowerCase().endsWith(ending)))
  if (found !== undefined) return found
  const endings = REPORTERS.flatMap(({ endings: own }) => own)
  throw new HoldfastError(
    'HF_USAGE',
    `no report is written to a file such as \`${file}\``,
    `it must end in ${endings.join(', ')}`,
  )
}

export function reporterNamed(name: string): Reporter {
  const found = REPORTERS.find((reporter) => reporter.name === name)
  if (found !== undefined) return found
  const names = REPORTERS.map((reporter) => reporter.name)
  throw new HoldfastError('HF_UNKNOWN_NAME', `there is no reporter \`${name}\``, didYouMean(name, names))
}
