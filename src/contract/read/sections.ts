import {
  checked,
  defaulted,
  list,
  number,
  object,
  oneOf,
  optional,
  required,
  text,
} from '../../kit/shape/index.ts'
import { STRATEGY_TYPES } from '../contract.ts'

const WEIGHT = number({ atLeast: 0, atMost: 1 })

/** Weights are shares of one whole; a sum of 0.9 would quietly lower every score. */
function sumsToOne(
  weights: Readonly<Record<string, number>>,
): { code: string; complaint: string } | undefined {
  const sum = Object.values(weights).reduce((total, weight) => total + weight, 0)
  return Math.abs(sum - 1) <= 0.001
    ? undefined
    : { code: 'weights-sum', complaint: `must sum to 1.0, not ${Number(sum.toFixed(4))}` }
}

export const METADATA = object(
  {
    author: defaulted(text(), '', 'Who wrote it.'),
    domain: defaulted(text(), '', 'What it is about.'),
    created: defaulted(text(), '', 'When; put dates in quotes.'),
    tags: defaulted(list(text()), [], 'Words to find it by.'),
  },
  { mayBeEmpty: true },
)

const STRATEGY = object({
  name: required(text({ nonEmpty: true }), 'What constraints and fallbacks call it.'),
  type: required(oneOf(...STRATEGY_TYPES), 'What it does.'),
  actions: defaulted(
    list(text()),
    [],
    'For `inject_correction` the guidance; for `reduce_autonomy` the tools that stay.',
  ),
  max_attempts: defaulted(number({ whole: true, atLeast: 1, atMost: 100 }), 1, 'Tries before the fallback.'),
  fallback: optional(text({ nonEmpty: true }), 'The strategy to go on with when all tries failed.'),
})

export const RECOVERY = object(
  {
    on_hard_violation: defaulted(
      oneOf('raise', 'log_and_continue'),
      'raise',
      '`raise` blocks, `log_and_continue` records and lets pass.',
    ),
    on_soft_violation: defaulted(
      oneOf('log_and_continue', 'raise'),
      'log_and_continue',
      'The same for soft violations.',
    ),
    strategies: defaulted(list(STRATEGY), [], 'What soft constraints name under `recovery`.'),
  },
  { mayBeEmpty: true },
)

export const SATISFACTION = object(
  {
    p: defaulted(
      number({ above: 0, atMost: 1 }),
      0.95,
      'The probability that all hard constraints hold in a session.',
    ),
    delta: defaulted(number({ above: 0, atMost: 1 }), 0.1, 'The largest soft deviation.'),
    k: defaulted(
      number({ whole: true, atLeast: 1, atMost: 1000 }),
      3,
      'Turns within which a soft violation must be made good.',
    ),
  },
  { mayBeEmpty: true },
)

const DRIFT_WEIGHTS = checked(
  object({
    compliance: defaulted(WEIGHT, 0.6, 'Weight of 1 − C(t).'),
    distributional: defaulted(WEIGHT, 0.4, 'Weight of the divergence of the tool mix.'),
  }),
  sumsToOne,
)

const THRESHOLDS = checked(
  object({
    warning: defaulted(WEIGHT, 0.3, 'Drift that is worth a word.'),
    critical: defaulted(WEIGHT, 0.6, 'Drift that is an alarm.'),
  }),
  ({ warning, critical }) =>
    warning <= critical
      ? undefined
      : {
          code: 'thresholds-order',
          complaint: `must have warning (${warning}) at or below critical (${critical})`,
        },
)

export const DRIFT = object(
  {
    window: defaulted(
      number({ whole: true, atLeast: 1, atMost: 10_000 }),
      50,
      'Tool calls the divergence looks at.',
    ),
    weights: defaulted(DRIFT_WEIGHTS, { compliance: 0.6, distributional: 0.4 }, 'Shares of D(t).'),
    thresholds: defaulted(THRESHOLDS, { warning: 0.3, critical: 0.6 }, 'When drift is reported.'),
  },
  { mayBeEmpty: true },
)

const RELIABILITY_WEIGHTS = checked(
  object(
    {
      compliance: defaulted(WEIGHT, 0.35, 'Weight of C̄.'),
      drift: defaulted(WEIGHT, 0.25, 'Weight of 1 − D̄.'),
      stress: defaulted(WEIGHT, 0.2, 'Weight of 1 / (1 + E).'),
      recovery: defaulted(WEIGHT, 0.2, 'Weight of S.'),
    },
    { aliases: { event_freq: 'stress', recovery_success: 'recovery' } },
  ),
  sumsToOne,
)

export const RELIABILITY = object(
  {
    weights: defaulted(
      RELIABILITY_WEIGHTS,
      { compliance: 0.35, drift: 0.25, stress: 0.2, recovery: 0.2 },
      'Shares of Θ.',
    ),
    deployment_threshold: defaulted(WEIGHT, 0.9, 'The Θ from which the agent is fit to deploy.'),
  },
  { mayBeEmpty: true },
)

const URL_TEXT = checked(text({ nonEmpty: true, expected: 'a URL' }), (url) =>
  /^https?:\/\/[^\s/]/u.test(url)
    ? undefined
    : { code: 'bad-url', complaint: 'must begin with http:// or https://' },
)

export const UPSTREAM = object(
  {
    anthropic: optional(URL_TEXT, 'Base URL of the Anthropic API.'),
    openai: optional(URL_TEXT, 'Base URL of the OpenAI API.'),
    gemini: optional(URL_TEXT, 'Base URL of the Gemini API.'),
    openrouter: optional(URL_TEXT, 'Base URL of OpenRouter.'),
  },
  { mayBeEmpty: true },
)
