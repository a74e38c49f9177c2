import { defaulted, optional, required, text, type Shape } from '../../kit/shape/index.ts'
import type { Plane } from '../chaos-run.ts'
import type { ToolFaultDefinition } from '../define-fault.ts'
import { FAULTS } from '../faults/index.ts'
import type { PlannedFault } from '../plan.ts'
import { SCHEDULE_FIELDS, scheduleOf, type ScheduleRead } from '../schedule/schedule-fields.ts'
import { entrySchema, readEntry, type EntryKind } from './entry.ts'

export const TOOL_FAULTS: EntryKind<ToolFaultDefinition> = {
  key: 'mode',
  noun: 'fault',
  definitions: FAULTS.filter((fault) => fault.strikes === 'tool'),
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
export const toolFault: Shape<readonly PlannedFault[]> = {
  expected: 'a mapping with `tool` and `mode`',
  read(node, place) {
    const read = readEntry(TOOL_FAULTS, node, place)
    if (read === undefined) return undefined
    // sound because `common` was read by the fields above
    const common = read.common as unknown as Common
    const label = `tool.${common.tool}.${read.definition.name}`
    const fault: PlannedFault = {
      id: label,
      label,
      kind: 'tool',
      name: read.definition.name,
      target: common.tool,
      ...(common.match_url === undefined ? {} : { matchUrl: common.match_url }),
      plane: common.plane satisfies Plane | 'auto',
      schedule: scheduleOf(common),
      options: read.options,
      path: place.path,
      offset: node.start,
    }
    return common.enabled ? [fault] : []
  },
  schema: () => entrySchema(TOOL_FAULTS),
}
