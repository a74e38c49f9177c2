import { defaulted, number } from '../../kit/shape/index.ts'
import { defineLlmFault } from '../define-fault.ts'

export const llmSlowStream = defineLlmFault({
  name: 'slow_stream',
  summary: 'Every piece of the reply comes late.',
  planes: ['wire'],
  fields: {
    delay_ms: defaulted(number({ atLeast: 0, whole: true }), 100, 'The pause before every piece.'),
  },
  strike: ({ delay_ms: delayMs }) => ({ kind: 'edit', edit: { kind: 'slow-stream', delayMs } }),
})
