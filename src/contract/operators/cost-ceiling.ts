import type { ModelRequest, ModelResponse, Usage } from '../../model/index.ts'
import { defaulted, mapOf, number, object, oneOf, optional, required } from '../../kit/shape/index.ts'
import { costUsd, priceOf } from '../../prices/index.ts'
import type { Objection, Program, Step } from '../clause.ts'
import { defineOperator } from '../define-operator.ts'
import { inWords } from '../in-words.ts'

interface InFlight {
  readonly requestId: string
  readonly usd: number
}

interface Spending {
  readonly spentUsd: number
  /** A reply whose cost nobody could tell; the ceiling cannot be kept any more. */
  readonly unknownModel: string | undefined
  readonly inFlight: readonly InFlight[]
  readonly breached: boolean
}

interface Rate {
  readonly input: number
  readonly output: number
}

/** Reserved when `worst_case` is asked for and the request sets no limit of its own. */
const ASSUMED_OUTPUT_TOKENS = 32_768

const VERDICT = { deny: 'deny', warn: 'warn', log: 'allow' } as const

const rate = object({
  input: required(number({ atLeast: 0 }), 'USD per million input tokens.'),
  output: required(number({ atLeast: 0 }), 'USD per million output tokens.'),
})

export const costCeiling = defineOperator({
  name: 'cost_ceiling',
  summary: 'A session may cost only so much.',
  fields: {
    max_usd_per_session: required(number({ above: 0 }), 'The most a session may cost, in USD.'),
    action_on_breach: defaulted(
      oneOf('deny', 'warn', 'log'),
      'warn',
      'What happens once the ceiling is reached.',
    ),
    price_per_million_input: optional(
      number({ atLeast: 0 }),
      'Used for every model instead of the price table.',
    ),
    price_per_million_output: optional(
      number({ atLeast: 0 }),
      'The same for output; the input price when absent.',
    ),
    provider_price_map: defaulted(
      mapOf(rate),
      {},
      'Own prices by model, by the beginning of its name, or by provider; these win over all others.',
    ),
    reserve: defaulted(
      oneOf('estimate', 'worst_case'),
      'estimate',
      '`worst_case` sets the most a call can cost aside before it is sent.',
    ),
  },
  listensTo: ['model-request', 'model-response', 'tool-call'],
  level: ({ action_on_breach }) => (action_on_breach === 'deny' ? 'hard' : 'soft'),
  wording: {
    'ceiling-reached': {
      says: ({ spentUsd, maxUsd, reservedUsd }) =>
        `the session has cost $${Number(spentUsd).toFixed(4)}${Number(reservedUsd) > 0 ? ` and $${Number(reservedUsd).toFixed(4)} is on its way` : ''}, the ceiling is $${inWords(maxUsd)}`,
      passes: ({ maxUsd }) => `a session below $${inWords(maxUsd)}`,
    },
    'cost-unknown': {
      says: ({ model }) =>
        `nobody knows what a reply of \`${inWords(model)}\` cost, so the ceiling cannot be kept`,
      passes: () =>
        'set price_per_million_input and price_per_million_output, or provider_price_map, for this model',
    },
  },
  compile(options): Program<Spending> {
    const { max_usd_per_session: maxUsd, action_on_breach: action, reserve } = options
    const rateOf = (provider: string | undefined, model: string | undefined): Rate | undefined => {
      const mapped = fromMap(options.provider_price_map, provider, model)
      if (mapped !== undefined) return mapped
      const { price_per_million_input: input, price_per_million_output: output } = options
      if (input !== undefined || output !== undefined)
        return { input: input ?? output!, output: output ?? input! }
      return undefined
    }
    const ownCost = (
      usage: Usage,
      provider: string | undefined,
      model: string | undefined,
    ): number | undefined => {
      const own = rateOf(provider, model)
      return own === undefined ? undefined : costUsd(usage, own)
    }
    const costOf = (
      usage: Usage,
      provider: string | undefined,
      model: string | undefined,
    ): number | undefined => ownCost(usage, provider, model) ?? tableCost(usage, provider, model)
    // a cost that came with the reply may be the table's own, so the contract's prices go before it
    const costOfReply = (
      { usage, costUsd: told }: ModelResponse,
      provider: string | undefined,
      model: string | undefined,
    ): number | undefined =>
      usage === undefined
        ? notNegative(told)
        : (ownCost(usage, provider, model) ?? notNegative(told) ?? tableCost(usage, provider, model))
    const reservation = (event: ModelRequest): number => {
      const output = reserve === 'worst_case' ? (event.maxOutputTokens ?? ASSUMED_OUTPUT_TOKENS) : 0
      return costOf({ input: event.tokens.input, output }, event.provider, event.model) ?? 0
    }
    const objectionTo = (state: Spending, reservedUsd: number): Objection | undefined => {
      if (state.unknownModel !== undefined)
        return {
          code: 'cost-unknown',
          verdict: VERDICT[action],
          params: { model: state.unknownModel },
          counted: !state.breached,
        }
      const reached =
        reserve === 'worst_case' && reservedUsd > 0
          ? state.spentUsd + reservedUsd > maxUsd
          : state.spentUsd + reservedUsd >= maxUsd
      if (!reached && state.spentUsd < maxUsd) return undefined
      return {
        code: 'ceiling-reached',
        verdict: VERDICT[action],
        params: { spentUsd: state.spentUsd, reservedUsd, maxUsd },
        counted: !state.breached,
      }
    }
    const judged = (state: Spending, next: Spending, reservedUsd: number): Step<Spending> | undefined => {
      const objection = objectionTo(state, reservedUsd)
      if (objection === undefined) return next === state ? undefined : { state: next, ifRefused: state }
      return {
        state: { ...next, breached: true },
        ifRefused: { ...state, breached: true },
        objections: [objection],
      }
    }
    return {
      initial: { spentUsd: 0, unknownModel: undefined, inFlight: [], breached: false },
      step(state, event, facts) {
        switch (event.kind) {
          case 'tool-call':
            return judged(state, state, 0)
          case 'model-request': {
            const usd = reservation(event)
            const inFlight = [
              ...without(state.inFlight, event.requestId ?? ''),
              { requestId: event.requestId ?? '', usd },
            ]
            const others = reserved(state.inFlight)
            return judged(state, { ...state, inFlight }, reserve === 'worst_case' ? others + usd : others)
          }
          case 'model-response': {
            const inFlight = without(state.inFlight, event.requestId ?? '')
            const model = event.model ?? facts.model
            const cost = costOfReply(event, event.provider ?? facts.provider, model)
            const next: Spending = {
              spentUsd: state.spentUsd + (cost ?? 0),
              unknownModel:
                cost === undefined ? (state.unknownModel ?? model ?? 'an unnamed model') : state.unknownModel,
              inFlight,
              breached: state.breached,
            }
            // the tokens are billed whether or not the reply is let through
            return { state: next, ifRefused: next }
          }
          default:
            return undefined
        }
      },
    }
  },
})

/** Nobody is paid for a reply; a cost below nothing would buy others for free. */
function notNegative(usd: number | undefined): number | undefined {
  return usd !== undefined && usd < 0 ? 0 : usd
}

function tableCost(
  usage: Usage,
  provider: string | undefined,
  model: string | undefined,
): number | undefined {
  const price = model === undefined ? undefined : priceOf(provider, model)
  return price === undefined ? undefined : costUsd(usage, price)
}

function without(inFlight: readonly InFlight[], requestId: string): readonly InFlight[] {
  return inFlight.length === 0 ? inFlight : inFlight.filter((request) => request.requestId !== requestId)
}

function reserved(inFlight: readonly InFlight[]): number {
  return inFlight.reduce((sum, { usd }) => sum + usd, 0)
}

/** The model's own entry, else the longest entry its name begins with, else its provider's. */
function fromMap(
  map: Readonly<Record<string, Rate>>,
  provider: string | undefined,
  model: string | undefined,
): Rate | undefined {
  const own = (name: string | undefined) =>
    name !== undefined && Object.hasOwn(map, name) ? map[name] : undefined
  const exact = own(model)
  if (exact !== undefined || model === undefined) return exact ?? own(provider)
  let best = ''
  for (const name of Object.keys(map))
    if (model.startsWith(`${name}-`) && name.length > best.length) best = name
  return own(best === '' ? provider : best)
}
