import { defaulted, required, text, type Shape } from '../../kit/shape/index.ts'
import type { LlmFaultDefinition } from '../define-fault.ts'
import type { PlannedFault } from '../plan.ts'
import { SCHEDULE_FIELDS, scheduleOf, type ScheduleRead } from '../schedule/schedule-fields.ts'
import { entrySchema, readEntry, type EntryKind } from './entry.ts'

const LLM_FAULTS: Omit<EntryKind<LlmFaultDefinition>, 'definitions'> = {
  key: 'mode',
  noun: 'fault',
  common: {
    ...SCHEDULE_FIELDS,
    mode: required(text({ nonEmpty: true }), 'What goes wrong.'),
    description: defaulted(text(), '', 'For people.'),
  },
}

/** One entry of `llm_faults`; nothing when it is switched off. */
export function llmFault(definitions: readonly LlmFaultDefinition[]): Shape<readonly PlannedFault[]> {
  const kind = { ...LLM_FAULTS, definitions }
  return {
    expected: 'a mapping with `mode`',
    read(node, place) {
      const read = readEntry(kind, node, place)
      if (read === undefined) return undefined
      const { definition, options } = read
      // sound because `common` was read by the fields above
      const common = read.common as unknown as ScheduleRead
      const label = `llm.${definition.name}`
      const fault: PlannedFault = {
        id: label,
        label,
        kind: 'llm',
        definition,
        name: definition.name,
        target: 'llm',
        plane: common.plane,
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
