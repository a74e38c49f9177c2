import { defineLlmFault } from '../define-fault.ts'

const GARBAGE = ' invalid utf-8 sequence \u0000\u0001 gibberish ##@@'

export const llmGarbage = defineLlmFault({
  name: 'garbage',
  summary: 'The reply is noise; a stream also carries a frame that is no JSON.',
  planes: ['wire', 'boundary'],
  fields: {},
  strike: () => ({ kind: 'edit', edit: { kind: 'garbage', text: GARBAGE } }),
})
