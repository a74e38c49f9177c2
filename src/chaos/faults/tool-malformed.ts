import { defineToolFault } from '../define-fault.ts'

export const toolMalformed = defineToolFault({
  name: 'malformed',
  summary: 'The tool answers with broken JSON.',
  planes: ['tool', 'wire', 'boundary'],
  fields: {},
  strike: () => ({ kind: 'answer', text: '{ corrupted ] invalid json', isBroken: true }),
})
