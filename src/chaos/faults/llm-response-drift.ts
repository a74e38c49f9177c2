import { defaulted, number, oneOf } from '../../kit/shape/index.ts'
import { defineLlmFault } from '../define-fault.ts'
import { changeFormat, renameField } from './drift/json-drift.ts'
import { rephraseRefusal, shiftTone } from './drift/wording-drift.ts'
import { shiftVerbosity } from './drift/verbosity-drift.ts'

export const llmResponseDrift = defineLlmFault({
  name: 'response_drift',
  summary: 'The reply is worded or shaped as another version of the model would.',
  planes: ['wire', 'boundary'],
  fields: {
    drift_type: defaulted(
      oneOf('json_field_rename', 'verbosity_shift', 'format_change', 'refusal_rephrase', 'tone_shift'),
      'json_field_rename',
      'What changes about the reply.',
    ),
    severity: defaulted(
      oneOf('subtle', 'moderate', 'significant'),
      'subtle',
      'How many JSON keys are renamed: one, the first half, or all that have another name.',
    ),
    direction: defaulted(oneOf('expand', 'compress'), 'expand', 'For `verbosity_shift`.'),
    factor: defaulted(number({ atLeast: 1 }), 2, 'For `verbosity_shift`: how much longer or shorter.'),
  },
  strike: ({ drift_type: driftType, severity, direction, factor }) => {
    const rewrites = {
      json_field_rename: (reply: string) => renameField(reply, severity),
      verbosity_shift: (reply: string) => shiftVerbosity(reply, direction, factor),
      format_change: changeFormat,
      refusal_rephrase: rephraseRefusal,
      tone_shift: shiftTone,
    } satisfies Record<typeof driftType, (reply: string) => string>
    return { kind: 'edit', edit: { kind: 'rewrite-text', rewrite: rewrites[driftType] } }
  },
})
