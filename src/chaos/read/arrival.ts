import { refuse, type Shape } from '../../kit/shape/index.ts'
import { ARRIVALS, type Arrival } from '../define-attack.ts'

/** Older files name steps here that nobody can find; they are told so, and the attack arrives as it usually does. */
export const arrivalShape: Shape<Arrival | 'elsewhere'> = {
  expected: '"input" or "tool_result"',
  read(node, place) {
    if (node.kind !== 'scalar' || typeof node.value !== 'string')
      return refuse(node, place, arrivalShape.expected)
    const known = ARRIVALS.find((arrival) => arrival === node.value)
    if (known !== undefined) return known
    place.report({
      level: 'warning',
      code: 'unknown-place',
      path: place.path,
      offset: node.start,
      message: `${place.subject} is "${node.value}", which is no place an attack can arrive at; the usual one is taken`,
      hint: 'write "input" or "tool_result"',
    })
    return 'elsewhere'
  },
  schema: () => ({ type: 'string' }),
}
