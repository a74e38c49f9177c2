import { defaulted, number, text } from '../../kit/shape/index.ts'
import { defineToolFault } from '../define-fault.ts'

export const toolError = defineToolFault({
  name: 'error',
  summary: 'The tool fails with a status and a message.',
  planes: ['tool', 'wire', 'boundary'],
  fields: {
    error_code: defaulted(number({ atLeast: 400, atMost: 599, whole: true }), 503, 'The HTTP status.'),
    message: defaulted(text(), 'Service Unavailable', 'What the tool says about it.'),
  },
  strike: ({ error_code: status, message }) => ({ kind: 'fail', status, message }),
})
