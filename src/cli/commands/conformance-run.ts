import { defineCommand } from '../command.ts'
import { CONFORMANCE_OPTIONS } from './conformance-options.ts'
import { runConformance } from './conformance-suite.ts'

export const conformanceRun = defineCommand({
  name: 'conformance run',
  summary: 'Run a corpus of scenarios: how often they pass, what they cover, what they cost.',
  args: '[folder]',
  options: CONFORMANCE_OPTIONS,
  examples: [
    {
      line: 'holdfast conformance run corpus/ --min-pass-rate 0.95',
      explains: 'a gate: exit 1 when any scenario passes fewer of its trials',
    },
    {
      line: 'holdfast conformance run corpus/ --forecast-runs-per-day 5000 --price-per-mtok 5',
      explains: 'what it would cost',
    },
    {
      line: 'holdfast conformance run corpus/ --baseline baseline.json --json',
      explains: 'what became worse since --save-baseline baseline.json',
    },
    {
      line: 'holdfast conformance run corpus/ --only router --trial 3',
      explains: 'one trial again, with all it did',
    },
  ],
  run: runConformance,
})
