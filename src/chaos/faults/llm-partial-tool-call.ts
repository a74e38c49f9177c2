import { number, optional } from '../../kit/shape/index.ts'
import { defineLlmFault } from '../define-fault.ts'
import { somewhere } from './somewhere.ts'

export const llmPartialToolCall = defineLlmFault({
  name: 'partial_tool_call',
  summary: 'The reply ends in the middle of the arguments of a tool call.',
  planes: ['wire'],
  fields: {
    after_fraction: optional(
      number({ atLeast: 0, atMost: 1 }),
      'How much of the arguments gets through; somewhere in the middle when absent.',
    ),
  },
  strike: ({ after_fraction: afterFraction }, { random }) => ({
    kind: 'edit',
    edit: { kind: 'partial-tool-call', afterFraction: afterFraction ?? somewhere(random) },
  }),
})
