import { defineToolFault, required, text } from 'holdfast/plugin'

/** No error and no delay, so nothing tells the agent to be careful. */
export const stale = defineToolFault({
  name: 'stale',
  summary: 'The tool answers from a cache that nobody has refreshed.',
  planes: ['tool', 'wire'],
  fields: { remembered: required(text({ nonEmpty: true }), 'What it answered back then.') },
  strike: ({ remembered }) => ({ kind: 'answer', text: remembered }),
})
