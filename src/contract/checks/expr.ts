import { required } from '../../kit/shape/index.ts'
import { defineCheck, type CheckSubject } from '../define-check.ts'
import { compileAcceptedExpression, expressionSource } from '../expression-shape.ts'
import { inWords } from '../in-words.ts'
import { broken, held, notJudged } from './outcome.ts'

/**
 * CEL over one answer: `output`, `input`, `baseline`, `latency_ms`, `cost_usd`, `total_tokens`, `calls`
 * (`tool`, `args`, `ok`, `result`), `faults` (`fault`, `target`) and `state["output.tone"]`. What nobody
 * measured is absent, and an expression that needs it cannot be judged.
 */
export const expr = defineCheck({
  name: 'expr',
  summary: 'This CEL expression about the answer is true.',
  fields: {
    expr: required(
      expressionSource(),
      'Over `output`, `input`, `baseline`, `latency_ms`, `cost_usd`, `total_tokens`, `calls`, `faults` and `state`.',
    ),
  },
  readsCalls: true,
  wording: {
    'expression-false': {
      says: ({ expr: written }) => `\`${inWords(written)}\` is not true`,
      passes: ({ expr: written }) => `an answer for which \`${inWords(written)}\` is true`,
    },
    negated: { says: ({ expr: written }) => `\`${inWords(written)}\` is true` },
  },
  compile({ expr: written }) {
    const expression = compileAcceptedExpression(written)
    return (subject) => {
      try {
        return expression(variables(subject))
          ? held({ expr: written })
          : broken('expression-false', { expr: written })
      } catch (error) {
        // neither true nor false: saying "broken" here would let a negated expression pass
        return notJudged(`\`${written}\` could not be evaluated: ${firstLine(error)}`)
      }
    }
  },
})

function variables(subject: CheckSubject): Record<string, unknown> {
  const { input, output, baseline, latencyMs, costUsd, totalTokens, calls, faults, state } = subject
  const measured = {
    input,
    output,
    baseline,
    latency_ms: latencyMs,
    cost_usd: costUsd,
    total_tokens: totalTokens,
    calls: calls.map(({ tool, args, ok, result }) => present({ tool, args, ok, result })),
    faults: faults.map(({ fault, target }) => ({ fault, target })),
    state,
  }
  return present(measured)
}

function present(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0]!
}
