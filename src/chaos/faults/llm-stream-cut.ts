import { number, optional } from '../../kit/shape/index.ts'
import { defineLlmFault } from '../define-fault.ts'
import { somewhere } from './somewhere.ts'

export const llmStreamCut = defineLlmFault({
  name: 'stream_cut',
  summary: 'The connection breaks in the middle of the reply.',
  planes: ['wire'],
  fields: {
    after_fraction: optional(
      number({ atLeast: 0, atMost: 1 }),
      'How much of the reply gets through; somewhere in the middle when absent.',
    ),
  },
  strike: ({ after_fraction: afterFraction }, { random }) => ({
    kind: 'edit',
    edit: { kind: 'cut-stream', afterFraction: afterFraction ?? somewhere(random) },
  }),
})
