import type { ClauseSource } from '../../contract/index.ts'
import { looserConstraints } from './constraints.ts'
import { fewerEntries } from './entries.ts'
import { looserLimits } from './limits.ts'
import type { LooserForm, Loosening } from './looser-form.ts'
import { longerMemory, widerNames } from './reach.ts'

const LOOSENINGS: readonly Loosening[] = [
  looserLimits,
  fewerEntries,
  longerMemory,
  widerNames,
  looserConstraints,
]

/** Every weaker form of a clause that is known; none for words nobody here knows. */
export function looserForms(clause: ClauseSource): readonly LooserForm[] {
  // what makes a check looser makes its negation stricter
  return clause.negate === true ? [] : LOOSENINGS.flatMap((loosen) => loosen(clause))
}
