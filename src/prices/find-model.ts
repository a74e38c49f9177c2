import { splitTag, splitVendor, spellings } from './model-name.ts'
import { readTable, type PricedModel, type PricedProvider } from './read-table.ts'
import { PRICE_TABLE } from './table.ts'

export interface FoundModel {
  readonly provider: string
  readonly model: PricedModel
}

/** Providers whose name is also that of a protocol, spoken by others: the model's name decides in the end. */
const PROTOCOLS: ReadonlySet<string> = new Set(['openai', 'anthropic', 'google'])

let table: readonly PricedProvider[] | undefined

function providers(): readonly PricedProvider[] {
  return (table ??= readTable(PRICE_TABLE))
}

/**
 * The first place that lists the model: the provider named; for a protocol, the provider the model's name
 * points at; for a router (or when no provider is named), the vendor in front of the model. A provider the
 * table does not know has no prices there, even for models that others serve.
 */
export function findModel(providerName: string | undefined, modelName: string): FoundModel | undefined {
  for (const name of spellings(modelName)) {
    const found = findSpelling(providerName?.trim().toLowerCase(), name)
    if (found !== undefined) return found
  }
  return undefined
}

function findSpelling(providerName: string | undefined, name: string): FoundModel | undefined {
  const isOpen = providerName === undefined || providerName === '' || providerName === 'litellm'
  if (isOpen) return listed(owner(name), name) ?? byVendor(name) ?? listed(named('openrouter'), name)
  const provider = named(providerName)
  if (provider?.id === 'openrouter') return routed(provider, name)
  const found = listed(provider, name)
  return (
    found ?? (provider !== undefined && PROTOCOLS.has(provider.id) ? listed(owner(name), name) : undefined)
  )
}

function named(name: string): PricedProvider | undefined {
  return (
    providers().find(({ id }) => id === name) ??
    providers().find((provider) => provider.isNamed?.(name) === true)
  )
}

function owner(model: string): PricedProvider | undefined {
  return providers().find((provider) => provider.ownsModel?.(model) === true)
}

function byVendor(name: string): FoundModel | undefined {
  const split = splitVendor(name)
  return split && listed(named(split.vendor), split.model)
}

function routed(router: PricedProvider, name: string): FoundModel | undefined {
  const exact = listed(router, name)
  if (exact !== undefined) return exact
  const { model, tag } = splitTag(name) ?? { model: name, tag: undefined }
  const untagged = listed(router, model) ?? byVendor(model)
  return untagged && tag === 'free' ? free(untagged) : untagged
}

/** The router never bills `:free`, listed or not. */
function free({ provider, model }: FoundModel): FoundModel {
  return { provider, model: { ...model, id: `${model.id}:free`, prices: '0' } }
}

function listed(provider: PricedProvider | undefined, name: string): FoundModel | undefined {
  if (provider === undefined) return undefined
  for (const { id, models } of [provider, ...fallbacks(provider)]) {
    const model = models().find(({ matches }) => matches(name))
    if (model !== undefined) return { provider: id, model }
  }
  return undefined
}

function fallbacks(provider: PricedProvider): readonly PricedProvider[] {
  return provider.fallbacks.flatMap((wanted) => providers().filter(({ id }) => id === wanted))
}
