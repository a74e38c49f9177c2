import {
  below,
  defaulted,
  item,
  optional,
  refuse,
  required,
  text,
  type Shape,
} from '../../kit/shape/index.ts'
import type { Located, LocatedEntry } from '../../kit/source/index.ts'
import { ATTACKS } from '../attacks/index.ts'
import type { AnyAttack, Arrival } from '../define-attack.ts'
import type { PlannedFault } from '../plan.ts'
import { SCHEDULE_FIELDS, scheduleOf, type ScheduleRead } from '../schedule/schedule-fields.ts'
import { arrivalShape } from './arrival.ts'
import { entrySchema, readEntry, type EntryKind } from './entry.ts'

export const CONTEXT_ATTACKS: EntryKind<AnyAttack> = {
  key: 'type',
  noun: 'attack',
  definitions: ATTACKS,
  common: {
    ...SCHEDULE_FIELDS,
    type: required(text({ nonEmpty: true }), 'The attack.'),
    inject_at: optional(
      arrivalShape,
      '`input` is what the agent is asked, `tool_result` what its tools return.',
    ),
    description: defaulted(text(), '', 'For people.'),
  },
  aliases: { trigger_probability: 'probability' },
}

type Common = ScheduleRead & { readonly inject_at?: Arrival | 'elsewhere' }

const contextAttack: Shape<readonly PlannedFault[]> = {
  expected: 'a mapping with `type`',
  read(node, place) {
    const read = readEntry(CONTEXT_ATTACKS, node, place)
    if (read === undefined) return undefined
    // sound because `common` was read by the fields above
    const common = read.common as unknown as Common
    const { name, arrives } = read.definition
    const label = `context.${name}`
    const given = common.inject_at === 'elsewhere' ? undefined : common.inject_at
    const fault: PlannedFault = {
      id: label,
      label,
      kind: 'context',
      name,
      target: 'context',
      arrives: given ?? arrives,
      plane: common.plane,
      schedule: scheduleOf(common),
      options: read.options,
      path: place.path,
      offset: node.start,
    }
    return common.enabled ? [fault] : []
  },
  schema: () => entrySchema(CONTEXT_ATTACKS),
}

/** A list of attacks, or a mapping from their names to what they say. */
export const contextAttacks: Shape<readonly PlannedFault[]> = {
  expected: 'a list of attacks or a mapping of their names',
  read(node, place) {
    if (node.kind === 'scalar') return node.value === null ? [] : refuse(node, place, contextAttacks.expected)
    const read =
      node.kind === 'list'
        ? node.items.map((entry, index) => contextAttack.read(entry, item(place, index)))
        : node.entries.map((entry) => contextAttack.read(namedEntry(entry), below(place, entry.key)))
    return read.some((attack) => attack === undefined) ? undefined : read.flatMap((attack) => attack ?? [])
  },
  schema: () => ({
    anyOf: [
      { type: 'array', items: contextAttack.schema() },
      {
        type: 'object',
        properties: Object.fromEntries(ATTACKS.map(({ name, summary }) => [name, { description: summary }])),
        additionalProperties: false,
      },
      { type: 'null' },
    ],
  }),
}

/** `overflow: {…}` is an entry with `type: overflow`; `true` or nothing switches it on, `false` off. */
function namedEntry({ key, keyStart, value }: LocatedEntry): Located {
  const scalar = (written: string | boolean): Located => ({
    kind: 'scalar',
    value: written,
    written: String(written),
    start: keyStart,
    end: keyStart + key.length,
  })
  const type: LocatedEntry = { key: 'type', keyStart, value: scalar(key) }
  const whole = { kind: 'map', start: keyStart, end: value.end } as const
  if (value.kind === 'map') return { ...whole, entries: [type, ...value.entries] }
  if (value.kind === 'scalar' && (value.value === null || typeof value.value === 'boolean'))
    return {
      ...whole,
      entries: [type, { key: 'enabled', keyStart, value: scalar(value.value ?? true) }],
    }
  return value
}
