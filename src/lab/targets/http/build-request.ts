import type { Payload, RequestTemplate } from './request-template.ts'
import { structuredInput } from './structured-input.ts'

/** A request as it goes out; a header may come more than once. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string
}

export interface RequestParts {
  readonly method: string
  readonly template: RequestTemplate
  readonly queryParams: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly parsesStructuredInput: boolean
}

const NO_VALUES: ReadonlyMap<string, string> = new Map()

export function buildRequest(parts: RequestParts, endpoint: string, prompt: string): HttpRequest {
  const payload = parts.template(prompt, parts.parsesStructuredInput ? structuredInput(prompt) : NO_VALUES)
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries(parts.queryParams)) url.searchParams.set(name, value)
  const headers = Object.entries(parts.headers)
  if (parts.method === 'GET' || parts.method === 'DELETE') {
    for (const [name, value] of queryOf(payload)) url.searchParams.set(name, value)
    return { method: parts.method, url: url.href, headers }
  }
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const { body, contentType } = bodyOf(payload, type)
  return {
    method: parts.method,
    url: url.href,
    headers: type === undefined ? [['content-type', contentType], ...headers] : headers,
    body,
  }
}

function queryOf(payload: Payload): readonly (readonly [string, string])[] {
  if (payload.kind === 'text') return payload.pairs
  const { value } = payload
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [['q', JSON.stringify(value)]]
  return Object.entries(value).map(
    ([name, inner]) => [name, typeof inner === 'string' ? inner : JSON.stringify(inner)] as const,
  )
}

function bodyOf(
  payload: Payload,
  type: string | undefined,
): { readonly body: string; readonly contentType: string } {
  if (type?.toLowerCase().includes('x-www-form-urlencoded') === true)
    return {
      body: new URLSearchParams(
        queryOf(payload).map(([name, value]): [string, string] => [name, value]),
      ).toString(),
      contentType: type,
    }
  return payload.kind === 'json'
    ? { body: JSON.stringify(payload.value), contentType: 'application/json' }
    : { body: payload.text, contentType: 'text/plain; charset=utf-8' }
}
