import { didYouMean } from '../../kit/nearest-name.ts'
import {
  below,
  object,
  refuse,
  reportUnknownKey,
  type JsonSchema,
  type Place,
  type Shape,
} from '../../kit/shape/index.ts'
import { typeName, type LocatedEntry } from '../../kit/source/index.ts'
import type { Level, Severity } from '../../model/index.ts'
import type { Condition } from '../clause.ts'
import type { AnyOperator } from '../define-operator.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { COMMON_FIELDS } from './common-fields.ts'
import type { ClauseDraft } from './draft.ts'

/** One entry of `invariants.process`: a mapping of operators to their options. */
export function processItem({ operators }: Vocabulary): Shape<readonly ClauseDraft[]> {
  const expected = 'a mapping such as `tool_blocklist: {…}`'
  return {
    expected,
    read(node, place) {
      if (node.kind !== 'map') {
        const named = node.kind === 'scalar' && typeof node.value === 'string' && operators.has(node.value)
        return refuse(
          node,
          place,
          expected,
          named ? `write \`- ${node.written}:\` with its options below` : undefined,
        )
      }
      if (node.entries.length === 0) return refuse(node, place, expected)
      const drafts = node.entries.map((entry) => readOperator(entry, place, operators))
      return drafts.some((draft) => draft === 'invalid')
        ? undefined
        : drafts.filter((draft) => typeof draft === 'object')
    },
    schema: () => ({
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      properties: Object.fromEntries(
        [...operators.values()].map((operator) => [operator.name, operatorSchema(operator)]),
      ),
    }),
  }
}

function operatorSchema(operator: AnyOperator): JsonSchema {
  return { ...object({ ...operator.fields, ...COMMON_FIELDS }).schema(), description: operator.summary }
}

function readOperator(
  { key, keyStart, value }: LocatedEntry,
  place: Place,
  operators: Vocabulary['operators'],
): ClauseDraft | 'invalid' | 'skipped' {
  const operator = operators.get(key)
  if (operator === undefined) {
    reportUnknownKey({ ...place, subject: '' }, key, keyStart, [...operators.keys()], 'operator')
    return place.lenient ? 'skipped' : 'invalid'
  }
  const inner: Place = { ...below(place, key), subject: key }
  if (value.kind !== 'map') {
    inner.report({
      code: 'wrong-type',
      path: inner.path,
      offset: value.kind === 'scalar' && value.value === null ? keyStart : value.start,
      message: `${key} must be a mapping of its options, not ${typeName(value)}`,
      hint: didYouMean('', Object.keys(operator.fields)),
    })
    return 'invalid'
  }
  const read = object({ ...operator.fields, ...COMMON_FIELDS }).read(value, inner) as
    | (Record<string, unknown> & { id?: string; description: string; severity?: Severity; when: Condition })
    | undefined
  if (read === undefined) return 'invalid'
  const { id, description, severity, when, ...options } = read
  const level: Level = typeof operator.level === 'function' ? operator.level(options) : operator.level
  for (const problem of operator.inspect?.(options) ?? []) {
    const offset = value.entries.find((entry) => entry.key === problem.field)?.value.start ?? keyStart
    inner.report({
      level: problem.level ?? 'error',
      code: problem.code,
      path: `${inner.path}.${problem.field}`,
      offset,
      message: `${key}.${problem.field} ${problem.complaint}`,
      hint: problem.hint,
    })
  }
  return {
    id: id ?? '',
    section: 'invariants.process',
    operator: key,
    options,
    level,
    severity: severity ?? (level === 'hard' ? 'high' : 'medium'),
    when,
    description,
    offset: keyStart,
    path: inner.path,
  }
}
