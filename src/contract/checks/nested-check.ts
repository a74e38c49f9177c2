import {
  below,
  defaulted,
  flag,
  object,
  refuse,
  reportUnknownKey,
  required,
  text,
  type JsonSchema,
  type Place,
  type Shape,
} from '../../kit/shape/index.ts'
import { entryOf, type LocatedMap } from '../../kit/source/index.ts'
import type { AnyCheck } from '../define-check.ts'

/** A check inside another: plain data, so that a contract can be stored and compared. */
export interface NestedCheck {
  readonly type: string
  readonly negate: boolean
  readonly options: Readonly<Record<string, unknown>>
}

export type FindCheck = (name: string) => AnyCheck | undefined

const ITEM_FIELDS = {
  type: required(text({ nonEmpty: true }), 'The check.'),
  negate: defaulted(flag(), false, 'The part is that the check does not hold.'),
} as const

/** `checks` is asked when a file is read and not before, so that checks may contain checks that contain checks. */
export function nestedCheck(checks: () => readonly AnyCheck[]): Shape<NestedCheck> {
  const expected = 'a mapping with `type` and the fields of that check'
  return {
    expected,
    read(node, place) {
      if (node.kind !== 'map') return refuse(node, place, expected)
      const check = checkOf(node, place, checks())
      if (check === undefined) return undefined
      const read = object({ ...check.fields, ...ITEM_FIELDS }).read(node, place)
      if (read === undefined) return undefined
      const { type, negate, ...options } = read
      reportProblems(check, options, node, place)
      return { type, negate, options }
    },
    schema: () => nestedSchema(checks()),
  }
}

function checkOf(node: LocatedMap, place: Place, checks: readonly AnyCheck[]): AnyCheck | undefined {
  const entry = entryOf(node, 'type')
  const names = checks.map(({ name }) => name)
  const inner = below(place, 'type')
  if (entry === undefined) {
    place.report({
      code: 'missing-key',
      path: inner.path,
      offset: node.start,
      message: `${inner.subject} is required`,
      hint: `one of: ${names.join(', ')}`,
    })
    return undefined
  }
  const written = entry.value.kind === 'scalar' ? entry.value.written : ''
  const check = checks.find(({ name }) => name === written)
  if (check === undefined)
    reportUnknownKey({ ...inner, lenient: false }, written, entry.value.start, names, 'check')
  return check
}

function reportProblems(
  check: AnyCheck,
  options: Readonly<Record<string, unknown>>,
  node: LocatedMap,
  place: Place,
): void {
  for (const { level, field, code, complaint, hint } of check.inspect?.(options) ?? []) {
    const inner = below(place, field)
    place.report({
      level: level ?? 'error',
      code,
      path: inner.path,
      offset: entryOf(node, field)?.value.start ?? node.start,
      message: `${inner.subject} ${complaint}`,
      hint,
    })
  }
}

/** Only the names: spelling every part out would repeat the whole language at every level. */
function nestedSchema(checks: readonly AnyCheck[]): JsonSchema {
  return {
    type: 'object',
    required: ['type'],
    properties: { type: { enum: checks.map(({ name }) => name) }, negate: { type: 'boolean' } },
  }
}
