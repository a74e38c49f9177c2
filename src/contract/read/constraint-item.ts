import {
  below,
  defaulted,
  number,
  object,
  refuse,
  reportUnknownKey,
  required,
  text,
  type JsonSchema,
  type Place,
  type Shape,
} from '../../kit/shape/index.ts'
import type { Located } from '../../kit/source/index.ts'
import type { Section } from '../contract.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { COMMON_FIELDS } from './common-fields.ts'
import type { ClauseDraft } from './draft.ts'

interface StateCheck {
  readonly field: string | undefined
  readonly predicate: string
  readonly value: unknown
}

const HARD_FIELDS = {
  name: required(text({ nonEmpty: true }), 'What findings call the constraint; unique in the contract.'),
  category: defaulted(text(), '', 'A free label.'),
} as const

const SOFT_FIELDS = {
  recovery: defaulted(text(), '', 'The recovery strategy to start when it is broken.'),
  recovery_window: defaulted(
    number({ whole: true, atLeast: 1, atMost: 1000 }),
    3,
    'Turns within which the strategy must work.',
  ),
} as const

type ConstraintSection = Exclude<Section, 'invariants.process' | 'invariants.output'>

/** An entry of `preconditions`, `invariants.hard`, `invariants.soft` or `governance.*`. */
export function constraintItem(section: ConstraintSection, vocabulary: Vocabulary): Shape<ClauseDraft> {
  const isSoft = section.endsWith('.soft')
  const shape = object({
    ...HARD_FIELDS,
    ...COMMON_FIELDS,
    ...(isSoft ? SOFT_FIELDS : ({} as typeof SOFT_FIELDS)),
    check: required(stateCheck(vocabulary), 'A field of the state and one predicate on it.'),
  })
  return {
    expected: shape.expected,
    schema: () => shape.schema(),
    read(node, place) {
      const read = shape.read(node, place)
      if (read === undefined) return undefined
      const { name, category, id, description, severity, when, check } = read
      // only soft constraints have these two keys, whatever the merged type says
      const recovery = (read as { recovery?: string }).recovery ?? ''
      return {
        id: id ?? name,
        section,
        operator: check.predicate,
        options: check.value,
        level: isSoft ? 'soft' : 'hard',
        severity: severity ?? (isSoft ? 'medium' : 'high'),
        when,
        description,
        ...(check.field === undefined ? {} : { field: check.field }),
        ...(category === '' ? {} : { category }),
        ...(recovery === '' ? {} : { recovery: { strategy: recovery, window: read.recovery_window } }),
        offset: node.start,
        path: place.path,
      }
    },
  }
}

/** `field` and exactly one predicate. */
function stateCheck({ predicates }: Vocabulary): Shape<StateCheck> {
  const names = [...predicates.keys()]
  const expected = 'a mapping with `field` and one predicate'
  return {
    expected,
    read(node, place) {
      if (node.kind !== 'map') return refuse(node, place, expected)
      const given = node.entries.filter(({ key }) => predicates.has(key))
      for (const { key, keyStart } of node.entries)
        if (key !== 'field' && !predicates.has(key))
          reportUnknownKey(place, key, keyStart, ['field', ...names])
      const [first, second] = given
      if (first === undefined)
        return complain(
          node,
          place,
          'no-predicate',
          `${place.subject} must have one predicate`,
          `one of: ${names.join(', ')}`,
        )
      if (second !== undefined)
        return complain(
          { ...node, start: second.keyStart },
          place,
          'several-predicates',
          `${place.subject} must have exactly one predicate, not \`${first.key}\` and \`${second.key}\``,
          'write two constraints',
        )
      const predicate = predicates.get(first.key)!
      const field = readFieldName(node, place, predicate.wholeState === true)
      const value = predicate.value.read(first.value, below(place, first.key))
      return field === undefined || value === undefined
        ? undefined
        : { ...field, predicate: first.key, value }
    },
    schema: () =>
      checkSchema(
        names,
        (name) => predicates.get(name)!.value.schema(),
        (name) => predicates.get(name)!.summary,
      ),
  }
}

function readFieldName(
  node: Located,
  place: Place,
  mayBeAbsent: boolean,
): Pick<StateCheck, 'field'> | undefined {
  const entry = node.kind === 'map' ? node.entries.find(({ key }) => key === 'field') : undefined
  if (entry !== undefined) {
    const field = text({ nonEmpty: true }).read(entry.value, below(place, 'field'))
    return field === undefined ? undefined : { field }
  }
  if (mayBeAbsent) return { field: undefined }
  return complain(node, place, 'missing-key', `${place.subject}.field is required and must be str`)
}

function complain(node: Located, place: Place, code: string, message: string, hint?: string): undefined {
  place.report({ code, path: place.path, offset: node.start, message, hint })
  return undefined
}

function checkSchema(
  names: readonly string[],
  schemaOf: (name: string) => JsonSchema,
  summaryOf: (name: string) => string,
): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      field: {
        type: 'string',
        minLength: 1,
        description: 'A flat key of the state, such as `output.tone_score`.',
      },
      ...Object.fromEntries(names.map((name) => [name, { ...schemaOf(name), description: summaryOf(name) }])),
    },
    oneOf: names.map((name) => ({ required: [name] })),
  }
}

export type { ConstraintSection }
