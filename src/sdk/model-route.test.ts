import { expect, test } from 'vitest'
import { anthropicMessages, gemini, openaiChat, openaiResponses } from '../wire/formats/index.ts'
import { rememberingRoutes } from './model-route.ts'

const openai = rememberingRoutes([openaiChat, openaiResponses])
const anthropic = rememberingRoutes([anthropicMessages])
const google = rememberingRoutes([gemini])

test.each([
  [
    'behind a gateway with a path of its own',
    openai('POST', 'https://gate.example/team/a/v1/chat/completions'),
  ],
  [
    'of an Azure deployment',
    openai('POST', 'https://x.example/openai/deployments/d/chat/completions?api-version=1'),
  ],
  ['of the Responses API', openai('POST', 'https://x.example/v1/responses')],
  ['with a query', anthropic('POST', 'https://x.example/v1/messages?beta=true')],
  ['of Gemini', google('POST', 'https://x.example/v1beta/models/gemini-2.5-flash:generateContent')],
])('a request %s is judged', (_name, route) => {
  expect(route.kind).toBe('judged')
})

test.each([
  ['legacy completions', openai('POST', 'https://x.example/v1/completions')],
  ['a stored reply', openai('GET', 'https://x.example/v1/responses/resp_1')],
  ['a batch', anthropic('POST', 'https://x.example/v1/messages/batches')],
  ['the format of Bedrock', anthropic('POST', 'https://x.example/model/claude/invoke')],
])('%s cannot be judged', (_name, route) => {
  expect(route.kind).toBe('unjudged')
})

test.each([
  ['embeddings', openai('POST', 'https://x.example/v1/embeddings')],
  ['counting tokens', anthropic('POST', 'https://x.example/v1/messages/count_tokens')],
  ['images', google('POST', 'https://x.example/v1beta/models/imagen-4:predict')],
  ['a list of models', openai('GET', 'https://x.example/v1/models')],
])('%s pass', (_name, route) => {
  expect(route.kind).toBe('passthrough')
})
