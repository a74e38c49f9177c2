import type { JsonValue } from '../../../model/index.ts'
import { plainKey, type StructuredInput } from './structured-input.ts'

/** What a template makes of a prompt: a JSON value, or a text that is no JSON. */
export type Payload =
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'text'; readonly text: string; readonly pairs: readonly (readonly [string, string])[] }

export type RequestTemplate = (prompt: string, values: StructuredInput) => Payload

/** A placeholder; what stands in braces with anything else around it is JSON. */
const PLACEHOLDER = /\{([\p{L}_][\p{L}\p{N}_.-]*)\}/gu

const NO_TEMPLATE: RequestTemplate = (prompt) => ({ kind: 'json', value: { input: prompt } })

/**
 * A JSON template is parsed before anything is filled in, so that no prompt can break out of its string;
 * anything else is a text. What is filled in is never looked at for further placeholders.
 */
export function requestTemplate(written: string | undefined): RequestTemplate {
  if (written === undefined) return NO_TEMPLATE
  const parsed = parseTemplate(written)
  if (parsed !== undefined)
    return (prompt, values) => ({ kind: 'json', value: fillValue(parsed, fillerOf(prompt, values)) })
  const pairs = pairsOf(written)
  return (prompt, values) => {
    const fill = fillerOf(prompt, values)
    return {
      kind: 'text',
      text: fillText(written, fill),
      pairs: pairs.map(([name, value]) => [name, fillText(value, fill)] as const),
    }
  }
}

/** Marks a placeholder that stands outside any JSON string, such as `{"count": {count}}`. */
const BARE = '\u0000bare:'

function parseTemplate(written: string): JsonValue | undefined {
  const quoted = quoteBarePlaceholders(written)
  for (const text of quoted === written ? [written] : [written, quoted])
    try {
      const value = JSON.parse(text) as JsonValue
      return typeof value === 'object' && value !== null ? value : undefined
    } catch {
      // not this way
    }
  return undefined
}

function quoteBarePlaceholders(written: string): string {
  let result = ''
  let isInside = false
  for (let at = 0; at < written.length; at++) {
    const char = written[at]!
    if (isInside && char === '\\') {
      result += char + (written[++at] ?? '')
      continue
    }
    if (char === '"') isInside = !isInside
    const close = !isInside && char === '{' ? written.indexOf('}', at) : -1
    const name = close < 0 ? undefined : written.slice(at, close + 1)
    if (name !== undefined && new RegExp(`^${PLACEHOLDER.source}$`, 'u').test(name)) {
      result += JSON.stringify(BARE + name)
      at = close
    } else result += char
  }
  return result
}

type Filler = (name: string) => string | undefined

function fillerOf(prompt: string, values: StructuredInput): Filler {
  return (name) => (name === 'prompt' ? prompt : values.get(plainKey(name)))
}

function fillText(text: string, fill: Filler): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => fill(name) ?? whole)
}

function fillValue(value: JsonValue, fill: Filler): JsonValue {
  if (typeof value === 'string')
    return value.startsWith(BARE) ? bareValue(value.slice(BARE.length), fill) : fillText(value, fill)
  if (Array.isArray(value)) return value.map((item: JsonValue) => fillValue(item, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [fillText(key, fill), fillValue(inner, fill)]),
  )
}

/** Without quotes in the template a number is meant to arrive as a number. */
function bareValue(placeholder: string, fill: Filler): JsonValue {
  const text = fillText(placeholder, fill)
  if (placeholder === '{prompt}') return text
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}

/** `q={prompt}&lang=en`, cut before anything is filled in, so that nothing is encoded twice. */
function pairsOf(written: string): readonly (readonly [string, string])[] {
  if (!/^[^\s=&{}]+=/u.test(written)) return [['q', written]]
  return written.split('&').map((pair) => {
    const at = pair.indexOf('=')
    return at < 0
      ? ([decoded(pair), ''] as const)
      : ([decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))] as const)
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
