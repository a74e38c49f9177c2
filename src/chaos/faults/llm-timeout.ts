import { defaulted, number } from '../../kit/shape/index.ts'
import { defineLlmFault } from '../define-fault.ts'

export const llmTimeout = defineLlmFault({
  name: 'timeout',
  summary: 'The model never answers; whoever still waits is told of a time-out.',
  planes: ['wire', 'boundary'],
  fields: {
    delay_ms: defaulted(number({ atLeast: 0, whole: true }), 300_000, 'How long the caller waits in vain.'),
  },
  strike: ({ delay_ms: afterMs }) => ({ kind: 'time-out', afterMs }),
})
