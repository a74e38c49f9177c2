import { defaulted, oneOf } from '../../kit/shape/index.ts'
import { defineLlmFault } from '../define-fault.ts'

const GARBAGE = ' invalid utf-8 sequence \u0000\u0001 gibberish ##@@'

export const llmGarbage = defineLlmFault({
  name: 'garbage',
  summary: 'The reply is noise: words in a well-formed reply, or bytes that are no JSON.',
  planes: ['wire', 'boundary'],
  fields: {
    as: defaulted(
      oneOf('text', 'frame'),
      'text',
      '`text` is a well-formed reply of noise; `frame` breaks the body or a frame of the stream itself.',
    ),
  },
  strike: ({ as }) => ({ kind: 'edit', edit: { kind: 'garbage', text: GARBAGE, isFrame: as === 'frame' } }),
})
