import { defineCommand } from '../command.ts'
import { CONFORMANCE_OPTIONS } from './conformance-options.ts'
import { runConformance } from './conformance-suite.ts'

export const conformance = defineCommand({
  name: 'conformance',
  summary: 'The same as `conformance run`.',
  args: '[folder]',
  options: CONFORMANCE_OPTIONS,
  examples: [{ line: 'holdfast conformance corpus/', explains: 'every scenario below the folder' }],
  run: runConformance,
})
