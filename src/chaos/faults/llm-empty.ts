import { defineLlmFault } from '../define-fault.ts'

export const llmEmpty = defineLlmFault({
  name: 'empty',
  summary: 'The reply is well-formed and says nothing.',
  planes: ['wire', 'boundary'],
  fields: {},
  strike: () => ({ kind: 'edit', edit: { kind: 'empty' } }),
})
