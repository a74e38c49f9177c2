import {
  below,
  defaulted,
  flag,
  list,
  object,
  optional,
  reportUnknownKey,
  refuse,
  required,
  text,
  type JsonSchema,
  type Place,
  type Shape,
} from '../../kit/shape/index.ts'
import { didYouMean } from '../../kit/nearest-name.ts'
import { entryOf, type LocatedMap } from '../../kit/source/index.ts'
import type { Severity } from '../../model/index.ts'
import type { Condition } from '../clause.ts'
import type { AnyCheck } from '../define-check.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { COMMON_FIELDS } from './common-fields.ts'
import type { ClauseDraft } from './draft.ts'
import { withoutUnusedDefaults } from './unused-defaults.ts'

const ITEM_FIELDS = {
  ...COMMON_FIELDS,
  id: required(
    text({ nonEmpty: true }),
    'What the matrix, findings and commands call the invariant; unique.',
  ),
  type: required(text({ nonEmpty: true }), 'The check.'),
  negate: defaulted(flag(), false, 'The promise is that the check does not hold.'),
  probes: optional(
    list(text({ nonEmpty: true }), { nonEmpty: true }),
    'Prompts asked instead of the golden ones.',
  ),
} as const

interface Item {
  readonly id: string
  readonly type: string
  readonly description: string
  readonly severity?: Severity
  readonly when: Condition
  readonly negate: boolean
  readonly probes?: readonly string[]
}

/** An entry of `invariants.output`, or of `contract.invariants` in a test configuration. */
export function outputItem({ checks }: Vocabulary): Shape<ClauseDraft> {
  const expected = 'a mapping with `id` and `type`'
  return {
    expected,
    read(node, place) {
      if (node.kind !== 'map') return refuse(node, place, expected)
      const check = checkOf(node, place, checks)
      if (check === undefined) return undefined
      const shape = object({ ...check.fields, ...ITEM_FIELDS })
      const read = shape.read(withoutUnusedDefaults(node, shape.fields, check.fields), place) as
        | (Record<string, unknown> & Item)
        | undefined
      if (read === undefined) return undefined
      const { id, type, description, severity = 'medium', when, negate, probes, ...options } = read
      for (const problem of check.inspect?.(options) ?? []) {
        const offset = entryOf(node, problem.field)?.value.start ?? node.start
        const inner = below(place, problem.field)
        place.report({
          level: problem.level ?? 'error',
          code: problem.code,
          path: inner.path,
          offset,
          message: `${inner.subject} ${problem.complaint}`,
          hint: problem.hint,
        })
      }
      return {
        id,
        section: 'invariants.output',
        operator: type,
        options,
        // what may never happen blocks in production; what counts less is reported
        level: severity === 'critical' ? 'hard' : 'soft',
        severity,
        when,
        description,
        negate,
        ...(probes === undefined ? {} : { probes }),
        offset: node.start,
        path: place.path,
      }
    },
    schema: () => itemSchema([...checks.values()]),
  }
}

function checkOf(node: LocatedMap, place: Place, checks: Vocabulary['checks']): AnyCheck | undefined {
  const entry = entryOf(node, 'type')
  if (entry === undefined) {
    place.report({
      code: 'missing-key',
      path: `${place.path}.type`,
      offset: node.start,
      message: `${place.subject}.type is required`,
      hint: didYouMean('', [...checks.keys()]),
    })
    return undefined
  }
  const name = entry.value.kind === 'scalar' ? entry.value.written : ''
  const check = checks.get(name)
  if (check === undefined)
    reportUnknownKey(
      { ...place, lenient: false, path: `${place.path}.type`, subject: `${place.subject}.type` },
      name,
      entry.value.start,
      [...checks.keys()],
      'check',
    )
  return check
}

function itemSchema(checks: readonly AnyCheck[]): JsonSchema {
  return {
    type: 'object',
    required: ['id', 'type'],
    properties: { type: { enum: checks.map(({ name }) => name) } },
    oneOf: checks.map((check) => {
      const schema = object({ ...check.fields, ...ITEM_FIELDS }).schema() as {
        properties: Record<string, JsonSchema>
      }
      return {
        ...schema,
        description: check.summary,
        properties: { ...schema.properties, type: { const: check.name } },
      }
    }),
  }
}
