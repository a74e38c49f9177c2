import { defaulted, required, text, type Shape } from '../../kit/shape/index.ts'
import type { LlmFaultDefinition } from '../define-fault.ts'
import type { PlannedFault } from '../plan.ts'
import { SCHEDULE_FIELDS } from '../schedule/schedule-fields.ts'
import type { EntryKind } from './entry.ts'
import { plannedEntry } from './planned-entry.ts'

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
  return plannedEntry({ ...LLM_FAULTS, definitions }, 'a mapping with `mode`', (shared, definition) => {
    const label = `llm.${definition.name}`
    return { ...shared, id: label, label, kind: 'llm', definition, target: 'llm' }
  })
}
