import { number, required } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { broken, held, notJudged } from './outcome.ts'

export const latency = defineCheck({
  name: 'latency',
  summary: 'The answer came within this time.',
  fields: { max_ms: required(number({ above: 0 }), 'The longest an answer may take, in milliseconds.') },
  wording: {
    'too-slow': {
      says: ({ latencyMs, maxMs }) =>
        `the answer took ${shown(latencyMs)} ms, allowed are ${shown(maxMs)} ms`,
      passes: ({ maxMs }) => `an answer within ${shown(maxMs)} ms`,
    },
    negated: {
      says: ({ latencyMs, maxMs }) =>
        `the answer took ${shown(latencyMs)} ms, which is within ${shown(maxMs)} ms`,
    },
  },
  compile({ max_ms: maxMs }) {
    return ({ latencyMs }) => {
      if (latencyMs === undefined) return notJudged('nobody measured how long the answer took')
      return latencyMs <= maxMs ? held({ latencyMs, maxMs }) : broken('too-slow', { latencyMs, maxMs })
    }
  },
})

function shown(milliseconds: unknown): string {
  return String(Math.round(Number(milliseconds)))
}
