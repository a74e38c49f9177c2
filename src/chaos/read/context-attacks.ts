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
import type { AnyAttack, Arrival } from '../define-attack.ts'
import type { PlannedFault } from '../plan.ts'
import { SCHEDULE_FIELDS, type ScheduleRead } from '../schedule/schedule-fields.ts'
import { arrivalShape } from './arrival.ts'
import type { EntryKind } from './entry.ts'
import { plannedEntry } from './planned-entry.ts'

const CONTEXT_ATTACKS: Omit<EntryKind<AnyAttack>, 'definitions'> = {
  key: 'type',
  noun: 'attack',
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

function contextAttack(definitions: readonly AnyAttack[]): Shape<readonly PlannedFault[]> {
  return plannedEntry(
    { ...CONTEXT_ATTACKS, definitions },
    'a mapping with `type`',
    (shared, definition, { inject_at }: Common) => {
      const label = `context.${definition.name}`
      const arrives = inject_at === undefined || inject_at === 'elsewhere' ? definition.arrives : inject_at
      return { ...shared, id: label, label, kind: 'context', definition, target: 'context', arrives }
    },
  )
}

/** A list of attacks, or a mapping from their names to what they say. */
export function contextAttacks(definitions: readonly AnyAttack[]): Shape<readonly PlannedFault[]> {
  const expected = 'a list of attacks or a mapping of their names'
  const attack = contextAttack(definitions)
  return {
    expected,
    read(node, place) {
      if (node.kind === 'scalar') return node.value === null ? [] : refuse(node, place, expected)
      const read =
        node.kind === 'list'
          ? node.items.map((entry, index) => attack.read(entry, item(place, index)))
          : node.entries.map((entry) => attack.read(namedEntry(entry), below(place, entry.key)))
      return read.some((faults) => faults === undefined) ? undefined : read.flatMap((faults) => faults ?? [])
    },
    schema: () => ({
      anyOf: [
        { type: 'array', items: attack.schema() },
        {
          type: 'object',
          properties: Object.fromEntries(
            definitions.map(({ name, summary }) => [name, { description: summary }]),
          ),
          additionalProperties: false,
        },
        { type: 'null' },
      ],
    }),
  }
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
