import { defaulted, optional, required, text, type Shape } from '../../kit/shape/index.ts'
import type { ToolFaultDefinition } from '../define-fault.ts'
import type { PlannedFault } from '../plan.ts'
import { SCHEDULE_FIELDS, type ScheduleRead } from '../schedule/schedule-fields.ts'
import type { EntryKind } from './entry.ts'
import { plannedEntry } from './planned-entry.ts'

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
  return plannedEntry(
    { ...TOOL_FAULTS, definitions },
    'a mapping with `tool` and `mode`',
    (shared, definition, { tool, match_url }: Common) => {
      const label = `tool.${tool}.${definition.name}`
      const matchUrl = match_url === undefined ? {} : { matchUrl: match_url }
      return { ...shared, id: label, label, kind: 'tool', definition, target: tool, ...matchUrl }
    },
  )
}
