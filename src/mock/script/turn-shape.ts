import {
  defaulted,
  item,
  list,
  number,
  object,
  optional,
  refuse,
  required,
  type ObjectOf,
  type Place,
  type Shape,
} from '../../kit/shape/index.ts'
import { entryOf, type Located } from '../../kit/source/index.ts'
import { CONDITION } from './condition.ts'
import { templateText } from './json-template.ts'
import { SAYING_FIELDS, sayingOf, type WrittenSaying } from './saying-shape.ts'
import type { Rule, Turn } from './script.ts'

const VARIANT = object({
  ...SAYING_FIELDS,
  weight: defaulted(number({ atLeast: 0 }), 1, 'How often it is drawn, against the other weights.'),
})

const TURN_FIELDS = {
  ...SAYING_FIELDS,
  variants: optional(
    list(VARIANT, { nonEmpty: true }),
    'Ways of saying it, one of which is drawn; what a variant leaves out is taken from the turn.',
  ),
} as const

const WRITTEN_TURN = object(TURN_FIELDS)

const WRITTEN_RULE = object({
  ...TURN_FIELDS,
  when: required(CONDITION, 'Which requests it answers.'),
  times: optional(
    number({ whole: true, atLeast: 1 }),
    'How many times an error answers the same request before the rule steps aside.',
  ),
})

/** A turn, or its text alone. */
export const TURN: Shape<Turn> = {
  expected: 'a text or a mapping',
  read(node, place) {
    if (node.kind === 'scalar' && typeof node.value === 'string') {
      const text = templateText().read(node, place)
      return text === undefined ? undefined : turnOf({ text }, node, place)
    }
    if (node.kind !== 'map') return refuse(node, place, TURN.expected)
    const written = WRITTEN_TURN.read(node, place)
    return written === undefined ? undefined : turnOf(written, node, place)
  },
  schema: () => ({ anyOf: [{ type: 'string' }, WRITTEN_TURN.schema()] }),
}

export const RULE: Shape<Rule> = {
  expected: WRITTEN_RULE.expected,
  read(node, place) {
    const written = WRITTEN_RULE.read(node, place)
    if (written === undefined) return undefined
    const { when, times, ...rest } = written
    const turn = turnOf(rest, node, place)
    if (times !== undefined && rest.error === undefined) {
      place.report({
        code: 'conflicting-keys',
        path: `${place.path}.times`,
        offset: entryOf(node, 'times')?.keyStart ?? node.start,
        message: `${place.subject}.times counts errors, and this rule has none`,
        hint: 'add `error`, or put the answers under `turns` to have them in order',
      })
      return undefined
    }
    return turn === undefined ? undefined : { when, turn, ...(times !== undefined && { times }) }
  },
  schema: () => WRITTEN_RULE.schema(),
}

function turnOf(written: ObjectOf<typeof TURN_FIELDS>, node: Located, place: Place): Turn | undefined {
  const { variants, ...shared } = written
  if (variants === undefined) {
    const saying = sayingOf(shared, node, place)
    return saying === undefined ? undefined : { place: place.path, variants: [{ weight: 1, saying }] }
  }
  const list_ = entryOf(node, 'variants')?.value
  const inside: Place = { ...place, path: `${place.path}.variants`, subject: `${place.subject}.variants` }
  const read = variants.map(({ weight, ...own }, index) => {
    const at = list_?.kind === 'list' ? (list_.items[index] ?? node) : node
    const saying = sayingOf(together(shared, own), at, item(inside, index))
    return saying === undefined ? undefined : { weight, saying }
  })
  if (read.every((variant) => variant !== undefined && variant.weight === 0)) {
    place.report({
      code: 'no-weight',
      path: inside.path,
      offset: list_?.start ?? node.start,
      message: `${inside.subject} all weigh 0, so none can be drawn`,
      hint: 'leave `weight` out to draw them alike',
    })
    return undefined
  }
  return read.includes(undefined) ? undefined : { place: place.path, variants: read as Turn['variants'] }
}

const CONTENT_KEYS = ['text', 'json', 'refusal', 'tool_calls', 'error'] as const

/** A variant with content of its own does not inherit content, so that an error can stand among replies. */
function together(shared: WrittenSaying, own: WrittenSaying): WrittenSaying {
  const inherited = { ...shared }
  if (CONTENT_KEYS.some((key) => own[key] !== undefined))
    for (const key of CONTENT_KEYS) delete inherited[key]
  return { ...inherited, ...own }
}
