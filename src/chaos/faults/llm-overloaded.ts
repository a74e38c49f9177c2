import { defaulted, number, text } from '../../kit/shape/index.ts'
import { defineLlmFault } from '../define-fault.ts'

export const llmOverloaded = defineLlmFault({
  name: 'overloaded',
  summary: 'The provider has no room: 529 from Anthropic, 503 from the others.',
  planes: ['wire', 'boundary'],
  fields: {
    retry_after: defaulted(number({ atLeast: 0 }), 1, 'What the provider asks to wait, in seconds.'),
    delay_ms: defaulted(number({ atLeast: 0, whole: true }), 0, 'How late the refusal comes.'),
    message: defaulted(text(), 'Overloaded', 'What the provider says.'),
  },
  strike: ({ retry_after: retryAfterSeconds, delay_ms: delayMs, message }) => ({
    kind: 'refuse',
    delayMs,
    refusal: { status: 503, reason: 'overloaded', message, retryAfterSeconds },
  }),
})
