import { defineReporter } from '../reporter.ts'

/** The result as it is. Without the timing, so that the same seed writes the same bytes. */
export const jsonReporter = defineReporter({
  name: 'json',
  summary: 'The whole result, for programs.',
  endings: ['.json'],
  render: ({ result }) => `${JSON.stringify(result, undefined, 2)}\n`,
})
