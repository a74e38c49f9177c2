import { HoldfastError } from '../../kit/errors.ts'
import type { Located, RawProblem } from '../../kit/source/index.ts'
import type { JsonValue } from '../../model/index.ts'
import type { ChaosPlan } from '../plan.ts'
import { chaosShape } from './chaos-shape.ts'

/** A chaos section that was made by a program and not read from a file; throws when it says something wrong. */
export function readChaos(section: JsonValue, name = 'chaos'): ChaosPlan {
  const problems: RawProblem[] = []
  const place = { path: '', subject: '', lenient: false, report: (found: RawProblem) => problems.push(found) }
  const plan = chaosShape.read(located(section), place)
  const errors = problems.filter(({ level = 'error' }) => level === 'error')
  if (plan !== undefined && errors.length === 0) return plan
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `${name}: ${errors.map(({ message }) => message).join('; ')}`,
    errors.find(({ hint }) => hint !== undefined)?.hint,
  )
}

function located(value: JsonValue): Located {
  const nowhere = { start: 0, end: 0 }
  if (Array.isArray(value)) return { kind: 'list', items: value.map(located), ...nowhere }
  if (typeof value === 'object' && value !== null)
    return {
      kind: 'map',
      entries: Object.entries(value).map(([key, entry]) => ({
        key,
        keyStart: 0,
        value: located(entry),
      })),
      ...nowhere,
    }
  return { kind: 'scalar', value, written: String(value), ...nowhere }
}
