import type { Endpoint } from '../endpoint.ts'
import type { JudgePrompt } from '../prompt.ts'

export interface ApiRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A question in the course of one judgement. */
export interface Question {
  readonly prompt: JudgePrompt
  /** The answer that was not usable and what to say about it. */
  readonly repair?: { readonly reply: string; readonly request: string }
  /** Ask the provider to enforce the schema; some endpoints refuse that. */
  readonly structured: boolean
  readonly maxOutputTokens: number
}

export interface BilledUsage {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}

export interface ApiReply {
  readonly text: string
  /** Why the provider would not answer. */
  readonly refusal?: string
  readonly usage?: BilledUsage
  /** What the provider itself says it charged. */
  readonly costUsd?: number
}

/** One provider's request and response shape. */
export interface Api {
  request(endpoint: Endpoint, question: Question): ApiRequest
  /** `undefined` when the body is not a response at all. */
  read(body: unknown): ApiReply | undefined
}

export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

export function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}
