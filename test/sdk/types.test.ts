import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI, type GenerateContentResponse } from '@google/genai'
import type { GoogleGenAI as NewestGoogleGenAI } from 'genai-newest'
import OpenAI, { type AzureOpenAI } from 'openai'
import type NewestOpenAI from 'openai-newest'
import type { Stream } from 'openai/streaming'
import { expect, expectTypeOf, test } from 'vitest'
import { ContractBreachError, wrap } from '../../src/sdk/index.ts'
import type { Finding } from '../../src/model/index.ts'
import { NO_RM } from './world.ts'

// expressions in these functions are checked by the compiler and never run

const openai = (client: OpenAI) => wrap(client, NO_RM)
const anthropic = (client: Anthropic) => wrap(client, NO_RM)
const genai = (client: GoogleGenAI) => wrap(client, NO_RM)

test('every client keeps its type', () => {
  expectTypeOf(openai).returns.toEqualTypeOf<OpenAI>()
  expectTypeOf(anthropic).returns.toEqualTypeOf<Anthropic>()
  expectTypeOf(genai).returns.toEqualTypeOf<GoogleGenAI>()
  expectTypeOf((client: AzureOpenAI) => wrap(client, NO_RM)).returns.toEqualTypeOf<AzureOpenAI>()
  expectTypeOf((client: NewestOpenAI) => wrap(client, NO_RM)).returns.toEqualTypeOf<NewestOpenAI>()
  expectTypeOf((client: NewestGoogleGenAI) => wrap(client, NO_RM)).returns.toEqualTypeOf<NewestGoogleGenAI>()
})

test('calls keep their overloads', () => {
  const body = { model: 'gpt-5.5', messages: [] }
  expectTypeOf((client: OpenAI) =>
    openai(client).chat.completions.create(body),
  ).returns.resolves.toEqualTypeOf<OpenAI.ChatCompletion & { _request_id?: string | null }>()
  expectTypeOf((client: OpenAI) =>
    openai(client).chat.completions.create({ ...body, stream: true }),
  ).returns.resolves.toExtend<Stream<OpenAI.ChatCompletionChunk>>()
  expectTypeOf((client: Anthropic) =>
    anthropic(client).messages.create({ model: 'claude-opus-4-5', max_tokens: 9, messages: [] }),
  ).returns.resolves.toExtend<Anthropic.Message>()
  expectTypeOf((client: GoogleGenAI) =>
    genai(client).models.generateContent({ model: 'gemini-2.5-flash', contents: '' }),
  ).returns.resolves.toEqualTypeOf<GenerateContentResponse>()
})

test('a caught error is narrowed to its findings, also when it is an API error', () => {
  const error: unknown = new ContractBreachError({
    message: 'no',
    verdict: 'deny',
    findings: [],
    contract: 'c',
    sessionId: 's',
  })
  if (!(error instanceof ContractBreachError)) throw new Error('not narrowed')
  expectTypeOf(error.findings).toEqualTypeOf<readonly Finding[]>()
  expect(error).toBeInstanceOf(Error)
  class Special extends ContractBreachError {}
  expect(error).not.toBeInstanceOf(Special)
  expect(new Error('no')).not.toBeInstanceOf(ContractBreachError)
})
