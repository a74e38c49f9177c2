import type { EventOf, Usage } from '../../../../src/model/index.ts'
import { costUsd, priceOf } from '../../../../src/prices/index.ts'
import { isKind, modelOf, providerOf } from '../history.ts'
import { NOTHING, says, happened, type Reference } from './reference.ts'

interface Rate {
  readonly input: number
  readonly output: number
}

interface CostOptions {
  readonly max_usd_per_session: number
  readonly action_on_breach?: string
  readonly price_per_million_input?: number
  readonly price_per_million_output?: number
  readonly provider_price_map?: Readonly<Record<string, Rate>>
  readonly reserve?: string
}

function rateOf(
  options: CostOptions,
  provider: string | undefined,
  model: string | undefined,
): Rate | undefined {
  const map = new Map(Object.entries(options.provider_price_map ?? {}))
  const byBeginning = [...map.keys()]
    .filter((name) => model !== undefined && (model === name || model.startsWith(`${name}-`)))
    .toSorted((left, right) => right.length - left.length)[0]
  const mapped = map.get(byBeginning ?? '') ?? map.get(provider ?? '')
  if (mapped !== undefined) return mapped
  const { price_per_million_input: input, price_per_million_output: output } = options
  const fallback = input ?? output
  return fallback === undefined ? undefined : { input: input ?? fallback, output: output ?? fallback }
}

function usdOf(
  options: CostOptions,
  usage: Usage,
  provider: string | undefined,
  model: string | undefined,
  told?: number,
) {
  const rate = rateOf(options, provider, model)
  if (rate !== undefined) return (usage.input * rate.input + usage.output * rate.output) / 1_000_000
  if (told !== undefined) return told
  const price = model === undefined ? undefined : priceOf(provider, model)
  return price === undefined ? undefined : costUsd(usage, price)
}

export const costCeiling: Reference = ({ id, options: given }, { past, event }) => {
  if (event.kind !== 'model-request' && event.kind !== 'tool-call') return NOTHING
  const options = given as unknown as CostOptions
  const { action_on_breach: action = 'warn', max_usd_per_session: max, reserve = 'estimate' } = options
  const verdict = action === 'log' ? 'allow' : action
  const counted = !past.some(({ complaints }) => complaints.some(({ clauseId }) => clauseId === id))
  let spent = 0
  let isUnknown = false
  past.forEach(({ event: reply }, index) => {
    if (reply.kind !== 'model-response') return
    const [provider, model] = [
      reply.provider ?? providerOf(past.slice(0, index)),
      reply.model ?? modelOf(past.slice(0, index)),
    ]
    const cost =
      reply.usage === undefined ? reply.costUsd : usdOf(options, reply.usage, provider, model, reply.costUsd)
    if (cost === undefined) isUnknown = true
    else spent += cost
  })
  if (isUnknown) return says('cost-unknown', verdict, { counted })
  if (spent >= max) return says('ceiling-reached', verdict, { counted })
  if (event.kind === 'tool-call') return NOTHING
  const reservation = (request: EventOf<'model-request'>) => {
    const output = reserve === 'worst_case' ? (request.maxOutputTokens ?? 32_768) : 0
    return usdOf(options, { input: request.tokens.input, output }, request.provider, request.model) ?? 0
  }
  const onTheirWay = happened(past)
    .filter(isKind('model-request'))
    .filter((request) => {
      const since = past.slice(past.indexOf(request) + 1)
      const name = request.event.requestId ?? ''
      return !since.some(
        (later) =>
          (later.event.kind === 'model-response' ||
            (later.event.kind === 'model-request' && !later.refused)) &&
          (later.event.requestId ?? '') === name,
      )
    })
  const others = onTheirWay.reduce((sum, request) => sum + reservation(request.event), 0)
  const reserved = reserve === 'worst_case' ? others + reservation(event) : others
  const isReached =
    reserve === 'worst_case' && reserved > 0 ? spent + reserved > max : spent + reserved >= max
  return isReached ? says('ceiling-reached', verdict, { counted }) : NOTHING
}
