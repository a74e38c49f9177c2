import { defaulted, number, text } from '../../kit/shape/index.ts'
import { defineLlmFault } from '../define-fault.ts'

export const llmServerError = defineLlmFault({
  name: 'server_error',
  summary: 'The provider fails with an error of its own.',
  planes: ['wire', 'boundary'],
  fields: {
    error_code: defaulted(number({ atLeast: 500, atMost: 599, whole: true }), 500, 'The HTTP status.'),
    delay_ms: defaulted(number({ atLeast: 0, whole: true }), 0, 'How late the error comes.'),
    message: defaulted(text(), 'Internal server error', 'What the provider says.'),
  },
  strike: ({ error_code: status, delay_ms: delayMs, message }) => ({
    kind: 'refuse',
    delayMs,
    refusal: { status, reason: 'server-error', message },
  }),
})
