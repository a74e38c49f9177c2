import { defaulted, number, text } from '../../kit/shape/index.ts'
import { defineLlmFault } from '../define-fault.ts'

export const llmRateLimit = defineLlmFault({
  name: 'rate_limit',
  summary: 'The provider refuses with 429 and says when to come back.',
  planes: ['wire', 'boundary'],
  fields: {
    retry_after: defaulted(number({ atLeast: 0 }), 1, 'What the provider asks to wait, in seconds.'),
    delay_ms: defaulted(number({ atLeast: 0, whole: true }), 0, 'How late the refusal comes.'),
    message: defaulted(text(), 'Rate limit exceeded', 'What the provider says.'),
  },
  strike: ({ retry_after: retryAfterSeconds, delay_ms: delayMs, message }) => ({
    kind: 'refuse',
    delayMs,
    refusal: { status: 429, reason: 'rate-limit', message, retryAfterSeconds },
  }),
})
