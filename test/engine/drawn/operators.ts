import * as fc from 'fast-check'
import type { JsonObject } from '../../../src/model/index.ts'
import type { OperatorDraft } from '../reference/draft.ts'
import { options, pick, some, type Drawn } from './alphabet.ts'

export const CONDITIONS = pick([
  'always',
  'always',
  'always',
  'tool_faults_active',
  'llm_faults_active',
  'any_chaos_active',
  'no_chaos',
])
const rate = fc.record({ input: pick([0, 1000, 100_000]), output: pick([0, 1000, 100_000]) })

const OPERATOR_OPTIONS: Readonly<Record<string, Drawn<JsonObject>>> = {
  tool_blocklist: options(
    {
      tools: some(['rm -rf /*', 'curl|bash', '*--no-verify', 'deploy', 'mcp__*', 'Bash']),
      scope: pick(['session', 'turn']),
      undecidable: pick(['deny', 'ask', 'allow']),
    },
    ['tools'],
  ),
  tool_allowlist: options(
    {
      tools: some(['Read', 'Bash', 'search*', 'lookup', 'refund', '*a*']),
      scope: pick(['session', 'night']),
    },
    ['tools'],
  ),
  must_state: options(
    {
      field: pick(['cost', 'plan']),
      before_tool_pattern: pick(['paid_*|deploy', '/(read|search)/', '*', 'BASH']),
      scope: pick(['session', 'turn']),
    },
    ['field', 'before_tool_pattern'],
  ),
  must_precede: options(
    {
      before: pick(['lookup', 'challenge', 'Read']),
      after: pick(['refund', 'deploy', 'hello']),
      scope: pick(['session', 'turn']),
      match: pick(['marked', 'word']),
    },
    ['before', 'after'],
  ),
  context_budget: options({
    max_tokens_per_turn: pick([5, 50]),
    action_on_breach: pick(['warn', 'deny', 'compress']),
  }),
  process_drift: options({
    window_size: pick([1, 2, 3, 4]),
    jsd_threshold: pick([0.13, 0.37, 0.77, 1]),
    action: pick(['log', 'warn', 'theta_penalty']),
    baseline: pick(['session', 'store', './missing.json']),
  }),
  judge_predicate: options(
    {
      rubric: pick(['polite']),
      sample_rate: pick([1, 0.5, 0.2]),
      model: pick(['haiku', 'ds-flash-free']),
      action_on_fail: pick(['log', 'warn', 'theta_penalty', 'deny', 'deny']),
      cost_ceiling_usd_per_session: pick([0, 0.5]),
    },
    ['rubric'],
  ),
  pii_filter: options(
    {
      patterns: some(['email', 'credit_card', 'phone']),
      action: pick(['log', 'warn', 'redact', 'block']),
      streaming_action: pick(['log', 'warn', 'redact', 'block']),
      custom_patterns: fc.constant([{ name: 'ticket', regex: 'TCK-[0-9]+' }]),
      scan: some(['output', 'tool_args', 'tool_results', 'input']),
    },
    ['patterns'],
  ),
  cost_ceiling: options(
    {
      max_usd_per_session: pick([0.5, 1, 2.5]),
      action_on_breach: pick(['deny', 'warn', 'log']),
      price_per_million_input: pick([0, 100_000]),
      price_per_million_output: pick([0, 50_000]),
      provider_price_map: fc.dictionary(pick(['gpt-4o', 'inhouse', 'inhouse-large', 'openai']), rate, {
        maxKeys: 3,
        noNullPrototype: true,
      }),
      reserve: pick(['estimate', 'worst_case']),
    },
    ['max_usd_per_session'],
  ),
  repetition_guard: options({
    window_size: pick([2, 3, 4, 5]),
    max_repeats: pick([2, 3]),
    action: pick(['deny', 'warn', 'log']),
    ignore_tools: fc.subarray(['Read', 'sea*']),
  }),
}

export const drawnOperator: Drawn<Omit<OperatorDraft, 'id'>> = fc.oneof(
  ...Object.entries(OPERATOR_OPTIONS).map(([name, drawn]) =>
    fc.record({ operator: fc.constant(name), when: CONDITIONS, options: drawn }),
  ),
)
