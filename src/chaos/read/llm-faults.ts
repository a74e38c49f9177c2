import { defaulted, required, text, type Shape } from '../../kit/shape/index.ts'
import type { LlmFaultDefinition } from '../define-fault.ts'
import { FAULTS } from '../faults/index.ts'
import type { PlannedFault } from '../plan.ts'
import { SCHEDULE_FIELDS, scheduleOf, type ScheduleRead } from '../schedule/schedule-fields.ts'
import { entrySchema, readEntry, type EntryKind } from './entry.ts'

export const LLM_FAULTS: EntryKind<LlmFaultDefinition> = {
  key: 'mode',
  noun: 'fault',
  definitions: FAULTS.filter((fault) => fault.strikes === 'llm'),
  common: {
    ...SCHEDULE_FIELDS,
    mode: required(text({ nonEmpty: true }), 'What goes wrong.'),
    description: defaulted(text(), '', 'For people.'),
  },
}

/** One entry of `llm_faults`; nothing when it is switched off. */
export const llmFault: Shape<readonly PlannedFault[]> = {
  expected: 'a mapping with `mode`',
  read(node, place) {
    const read = readEntry(LLM_FAULTS, node, place)
    if (read === undefined) return undefined
    // sound because `common` was read by the fields above
    const common = read.common as unknown as ScheduleRead
    const label = `llm.${read.definition.name}`
    const fault: PlannedFault = {
      id: label,
      label,
      kind: 'llm',
      name: read.definition.name,
      target: 'llm',
      plane: common.plane,
      schedule: scheduleOf(common),
      options: read.options,
      path: place.path,
      offset: node.start,
    }
    return common.enabled ? [fault] : []
  },
  schema: () => entrySchema(LLM_FAULTS),
}
