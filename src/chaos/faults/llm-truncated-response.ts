import { defaulted, number } from '../../kit/shape/index.ts'
import { defineLlmFault } from '../define-fault.ts'

export const llmTruncatedResponse = defineLlmFault({
  name: 'truncated_response',
  summary: 'The reply stops after a few words, with the stop reason of a reached limit.',
  planes: ['wire', 'boundary'],
  fields: {
    max_tokens: defaulted(number({ atLeast: 1, whole: true }), 10, 'How many words are left.'),
  },
  strike: ({ max_tokens: maxTokens }) => ({ kind: 'edit', edit: { kind: 'truncate', maxTokens } }),
})
