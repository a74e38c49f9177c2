import type { ClauseSource, Contract } from '../../../contract/index.ts'
import { costUsd, priceOf, type Rates } from '../../../prices/index.ts'
import type { CostCeilingOptions } from '../../strictness/limits.ts'
import { cheapestCallUsd, SMALLEST_CALL } from '../cheapest-call.ts'
import { checkClauses, operatorClauses } from '../clauses-of.ts'
import { defineRule, type Complaint } from '../define-rule.ts'

export const ceilingBelowOneCall = defineRule({
  code: 'ceiling-below-one-call',
  level: 'warning',
  summary: 'A limit on cost that the smallest possible call already exceeds.',
  check: ({ contract, models = [] }) => [
    ...operatorClauses<CostCeilingOptions>(contract, 'cost_ceiling').flatMap((clause) => {
      const { max_usd_per_session: maxUsd } = clause.options
      return complaint(clause, 'max_usd_per_session', maxUsd, cheapest(clause.options, models))
    }),
    ...maxCosts(contract).flatMap(({ clause, maxUsd }) =>
      complaint(clause, 'max_usd', maxUsd, cheapest(undefined, models)),
    ),
  ],
})

interface Call {
  readonly usd: number
  readonly of: string
}

/** A limit of 0 is for models that are free. */
function maxCosts(contract: Contract): readonly { clause: ClauseSource; maxUsd: number }[] {
  return checkClauses<{ readonly max_usd: number }>(contract, 'max_cost').flatMap((clause) =>
    clause.options.max_usd === 0 || clause.negate === true
      ? []
      : [{ clause, maxUsd: clause.options.max_usd }],
  )
}

/** The contract's own prices first, then the models that are known, then every model in the table. */
function cheapest(options: CostCeilingOptions | undefined, models: readonly string[]): Call {
  const own = options === undefined ? [] : ownRates(options)
  const known = models.flatMap((model) => {
    const price = priceOf(undefined, model)
    return price === undefined ? [] : [{ of: `\`${model}\``, rates: price }]
  })
  const rates = own.length > 0 ? own : known
  if (rates.length === 0) return { usd: cheapestCallUsd(), of: 'the cheapest model there is' }
  return rates
    .map((each): Call => ({ usd: costUsd(SMALLEST_CALL, each.rates), of: each.of }))
    .reduce((least, each) => (each.usd < least.usd ? each : least))
}

function ownRates({
  provider_price_map: map,
  price_per_million_input: input,
  price_per_million_output: output,
}: CostCeilingOptions): readonly { of: string; rates: Rates }[] {
  const mapped = Object.entries(map).map(([name, rates]) => ({ of: `\`${name}\``, rates }))
  const flat = input ?? output
  return flat === undefined
    ? mapped
    : [...mapped, { of: 'a model', rates: { input: input ?? flat, output: output ?? flat } }]
}

function complaint(
  clause: ClauseSource,
  field: string,
  maxUsd: number,
  { usd, of }: Call,
): readonly Complaint[] {
  if (maxUsd > usd) return []
  return [
    {
      clause,
      at: [field],
      message: `one call of ${of} costs $${Number(usd.toPrecision(2))} or more, so $${maxUsd} is spent with the first reply`,
      hint: 'limits are in USD, prices in USD per million tokens',
    },
  ]
}
