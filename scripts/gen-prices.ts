// Writes src/prices/table.ts from the price data of @pydantic/genai-prices: same package, same bytes.
// `--check` writes nothing and fails when the committed table is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  findProvider,
  type MatchLogic,
  type ModelInfo,
  type ModelPrice,
  type Provider,
} from '@pydantic/genai-prices'

const TARGET = join(import.meta.dirname, '../src/prices/table.ts')
const entry = createRequire(import.meta.url).resolve('@pydantic/genai-prices')
const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8')) as {
  version: string
}

/** Rules that need more than literal text and digits, translated by hand; an unknown one stops the script. */
const TRANSLATED_REGEXES: Record<string, string> = {
  '^(?!.*-[tT][tT][sS](?:$|-))': '!*-tts-&!$-tts',
  '^o[134]': '^o1|^o3|^o4',
  '^(?![^/]+/)(?:labs-)?(?:(?:mi|code|dev|magi|mini)stral|mixtral|pixtral|voxtral|open-(?:mistral|mixtral))':
    ['', 'labs-']
      .flatMap((labs) =>
        [
          'mistral',
          'codestral',
          'devstral',
          'magistral',
          'ministral',
          'mixtral',
          'pixtral',
          'voxtral',
          'open-mistral',
          'open-mixtral',
        ].map((name) => `^${labs}${name}&!*/`),
      )
      .join('|'),
}

/** The data is not exported as a list, so the provider ids are read from the package's source text. */
function providers(): Provider[] {
  const ids = [
    ...readFileSync(entry, 'utf8').matchAll(
      /\bid:\s*"([^"]+)",\s*name:\s*"[^"]*",\s*(?:description:\s*"[^"]*",\s*)?(?:price_comments:\s*"[^"]*",\s*)?pricing_urls:/g,
    ),
  ]
  const unique = [...new Set(ids.map(([, id]) => id!))]
  return unique.map((id) => {
    const provider = findProvider({ providerId: id })
    if (provider?.id !== id) throw new Error(`provider \`${id}\` is not in the data`)
    return provider
  })
}

/** Alternatives of tests of a rule: `or` of `and`s, whatever the nesting was. */
function alternatives(logic: MatchLogic): string[] {
  if ('or' in logic) return logic.or.flatMap(alternatives)
  if ('and' in logic)
    return logic.and
      .map(alternatives)
      .reduce((left, right) => left.flatMap((a) => right.map((b) => `${a}&${b}`)))
  if ('regex' in logic) return translateRegex(logic.regex).split('|')
  if ('equals' in logic) return [test('=', logic.equals)]
  if ('starts_with' in logic) return [test('^', logic.starts_with)]
  if ('ends_with' in logic) return [test('$', logic.ends_with)]
  return [test('*', logic.contains)]
}

function test(sign: string, literal: string): string {
  if (!/^[-\w./:@~]+$/.test(literal))
    throw new Error(`name \`${literal}\` needs a character the table cannot hold`)
  return sign + literal.toLowerCase()
}

/** `^literal-\d{8}$` becomes `=literal-########`. */
function translateRegex(regex: string): string {
  const translated = TRANSLATED_REGEXES[regex]
  if (translated !== undefined) return translated
  const shape = regex
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/\\d(?:\{(\d+)\})?/g, (_, count: string | undefined) => '#'.repeat(Number(count ?? 1)))
    .replace(/\\([.[\]])/g, '$1')
  if (!regex.startsWith('^') || !/^[-\w./:@~#[\]=]+$/.test(shape))
    throw new Error(`regex \`${regex}\` needs a translation`)
  return (regex.endsWith('$') ? '=' : '^') + shape.toLowerCase()
}

/** The model's own id inside a rule is written `%`, or nothing when it is all there is. */
function rule(logic: MatchLogic, id: string): string {
  const needed = [...new Set(alternatives(logic))]
  const kept = needed.filter(
    (alternative) => !needed.some((other) => other !== alternative && covers(other, alternative)),
  )
  const shorten = (part: string) => (part.slice(1) === id ? part[0]! : part.replace(id, '%'))
  return kept.map((alternative) => alternative.split('&').map(shorten).join('&')).join('|')
}

/** Every name the narrow test accepts, the wide one accepts too. */
function covers(wide: string, narrow: string): boolean {
  if (/[&!#]/.test(wide + narrow)) return false
  const wanted = wide.slice(1)
  if (wide.startsWith('*')) return narrow.slice(1).includes(wanted)
  return wide.startsWith('^') && /^[=^]/.test(narrow) && narrow.slice(1).startsWith(wanted)
}

const number = (value: number): string => String(value).replace(/^0\./, '.')

function rate(price: ModelPrice[string]): string {
  if (price === undefined) return ''
  if (typeof price === 'number') return number(price)
  const tiers = price.tiers.toSorted((a, b) => a.start - b.start)
  return [number(price.base), ...tiers.map(({ start, price: dearer }) => `${start}:${number(dearer)}`)].join(
    '>',
  )
}

function rates(price: ModelPrice): string {
  const keys = Object.keys(price)
  if (keys.length === 0) return '0'
  if (price['input_mtok'] === undefined && price['output_mtok'] === undefined) return '?'
  const requests = price['requests_kcount']
  if (typeof requests === 'object') throw new Error('a tiered price per request has no place in the table')
  return [
    ...['input_mtok', 'output_mtok', 'cache_read_mtok', 'cache_write_mtok', 'output_reasoning_mtok'].map(
      (key) => rate(price[key]),
    ),
    requests === undefined ? '' : number(requests / 1000),
  ]
    .join(',')
    .replace(/,+$/, '')
}

function prices({ prices: listed }: ModelInfo): string {
  if (!Array.isArray(listed)) return rates(listed)
  const variants = listed.map(({ constraint, prices: variant }, index) => {
    if ((constraint === undefined) !== (index === 0))
      throw new Error('only the first variant may be unconditional')
    if (constraint === undefined) return rates(variant)
    if (constraint.type === 'start_date') return `${constraint.start_date}!${rates(variant)}`
    return `${time(constraint.start_time)}/${time(constraint.end_time)}!${rates(variant)}`
  })
  return variants.every((variant) => variant.endsWith('?')) ? '?' : variants.join(';')
}

function time(text: string): string {
  const utc = /^(\d\d:\d\d):00Z$/.exec(text)
  if (utc === null) throw new Error(`time \`${text}\` is not a whole minute in UTC`)
  return utc[1]!
}

function section(provider: Provider): string {
  const head = [
    `%${provider.id}`,
    provider.provider_match ? rule(provider.provider_match, provider.id) : '-',
    provider.model_match ? rule(provider.model_match, provider.id) : '-',
    provider.fallback_model_providers?.join(',') ?? '-',
  ]
  const models = provider.models.map((model) => {
    const id = model.id.toLowerCase()
    const recognised = rule(model.match, id)
    return [id, prices(model), ...(recognised === '=' ? [] : [recognised])].join(' ')
  })
  return [head.join(' '), ...models].join('\n')
}

const text = providers().map(section).join('\n')
if (/[`\\$]\{|[`\\]/.test(text)) throw new Error('the table needs escaping')
const source = `// Written by scripts/gen-prices.ts; the layout is described in read-table.ts. Do not edit.

/** Where the prices come from. */
export const PRICE_TABLE_SOURCE = '@pydantic/genai-prices ${version}'

export const PRICE_TABLE = \`
${text}
\`
`

if (!process.argv.includes('--check')) writeFileSync(TARGET, source)
else if (readFileSync(TARGET, 'utf8') !== source) {
  console.error('src/prices/table.ts is stale: run `npx tsx scripts/gen-prices.ts`')
  process.exitCode = 1
}
