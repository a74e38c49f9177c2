import { defaulted, number } from '../../kit/shape/index.ts'
import { defineToolFault } from '../define-fault.ts'

export const toolTimeout = defineToolFault({
  name: 'timeout',
  summary: 'The tool never answers; whoever waits is told of a time-out.',
  planes: ['tool', 'wire', 'boundary'],
  fields: {
    delay_ms: defaulted(number({ atLeast: 0, whole: true }), 30_000, 'How long the caller waits in vain.'),
  },
  strike: ({ delay_ms: afterMs }) => ({ kind: 'time-out', afterMs }),
})
