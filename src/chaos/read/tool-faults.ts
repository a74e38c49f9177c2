import { defaulted, optional, required, text, type Shape } from '../../kit/shape/index.ts'
import type { Plane } from '../chaos-run.ts'
import type { ToolFaultDefinition } from '../define-fault.ts'
import type { PlannedFault } from '../plan.ts'
import { SCHEDULE_FIELDS, scheduleOf, type ScheduleRead } from '../schedule/schedule-fields.ts'
import { entrySchema, readEntry, type EntryKind } from './entry.ts'

const TOOL_FAULTS: Omit<EntryKind<ToolFaultDefinition>, 'definitions'> = {
  key: 'mode',
  noun: 'fault',
  common: {
    ...SCHEDULE_FIELDS,
    tool: required(text({ nonEmpty: true }), 'The tool by name; `*` and `?` match as in file names.'),
    mode: required(text({ nonEmpty: true }), 'What goes wrong.'),
    match_url: optional(
      text({ nonEmpty: true }),
      'Where the URL of the call is known, the URL decides and not the name.',
    ),
    description: defaulted(text(), '', 'For people.'),
  },
}

type Common = ScheduleRead & { readonly tool: string; readonly match_url?: string }

/** One entry of `tool_faults`; nothing when it is switched off. */
export function toolFault(definitions: readonly ToolFaultDefinition[]): Shape<readonly PlannedFault[]> {
  const kind = { ...TOOL_FAULTS, definitions }
  return {
    expected: 'a mapping with `tool` and `mode`',
    read(node, place) {
      const read = readEntry(kind, node, place)
      if (read === undefined) return undefined
      const { definition, options } = read
      // sound because `common` was read by the fields above
      const common = read.common as unknown as Common
      const label = `tool.${common.tool}.${definition.name}`
      const fault: PlannedFault = {
        id: label,
        label,
        kind: 'tool',
        definition,
        name: definition.name,
        target: common.tool,
        ...(common.match_url === undefined ? {} : { matchUrl: common.match_url }),
        plane: common.plane satisfies Plane | 'auto',
        schedule: scheduleOf(common),
        options,
        path: place.path,
        offset: node.start,
      }
      return common.enabled ? [fault] : []
    },
    schema: () => entrySchema(kind),
  }
}
