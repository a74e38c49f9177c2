import { defaulted, number } from '../../kit/shape/index.ts'
import { defineToolFault } from '../define-fault.ts'

export const toolSlow = defineToolFault({
  name: 'slow',
  summary: 'The tool works, after a delay.',
  // on the wire the request that reports the result is held back as long
  planes: ['tool', 'wire', 'boundary'],
  fields: {
    delay_ms: defaulted(number({ atLeast: 0, whole: true }), 5000, 'How much longer the tool takes.'),
  },
  strike: ({ delay_ms: delayMs }) => ({ kind: 'delay', delayMs }),
})
