import { expect, test } from 'vitest'
import { jsonArrayFraming } from './json-array.ts'
import { routeRequest, type RoutedRequest } from './routing.ts'

function brief(method: string, path: string): readonly (string | undefined)[] {
  const routed: RoutedRequest = routeRequest(method, path)
  const format = 'format' in routed ? routed.format.name : undefined
  return [routed.kind, routed.provider, format, routed.path].filter((part) => part !== undefined)
}

test.each([
  ['/anthropic/v1/messages?beta=true', 'anthropic', 'anthropic-messages', '/v1/messages?beta=true'],
  ['/anthropic/messages', 'anthropic', 'anthropic-messages', '/messages'],
  ['/v1/messages', 'anthropic', 'anthropic-messages', '/v1/messages'],
  ['/openai/v1/chat/completions', 'openai', 'openai-chat', '/v1/chat/completions'],
  ['/openai/chat/completions', 'openai', 'openai-chat', '/chat/completions'],
  [
    '/openai/deployments/gpt/chat/completions?api-version=1',
    'openai',
    'openai-chat',
    '/deployments/gpt/chat/completions?api-version=1',
  ],
  ['/v1/responses', 'openai', 'openai-responses', '/v1/responses'],
  [
    '/gemini/v1beta/models/gemini-3:generateContent',
    'gemini',
    'gemini',
    '/v1beta/models/gemini-3:generateContent',
  ],
  [
    '/v1/models/gemini-3:streamGenerateContent?alt=sse',
    'gemini',
    'gemini',
    '/v1/models/gemini-3:streamGenerateContent?alt=sse',
  ],
  ['/openrouter/api/v1/chat/completions', 'openrouter', 'openrouter', '/api/v1/chat/completions'],
  ['/openrouter/api/v1/messages', 'openrouter', 'anthropic-messages', '/api/v1/messages'],
  ['/openrouter/api/v1/responses', 'openrouter', 'openai-responses', '/api/v1/responses'],
])('%s is judged', (path, ...expected) => {
  expect(brief('POST', path)).toEqual(['judged', ...expected])
})

test('counting tokens is not a reply', () => {
  expect(brief('POST', '/anthropic/v1/messages/count_tokens')).toEqual([
    'counted',
    'anthropic',
    'anthropic-messages',
    '/v1/messages/count_tokens',
  ])
  expect(brief('POST', '/gemini/v1/models/g:countTokens')[0]).toBe('counted')
})

test.each([
  ['GET', '/anthropic/v1/models'],
  ['POST', '/openai/v1/embeddings'],
  ['GET', '/v1/models/gemini-3'],
  ['POST', '/gemini/v1beta/models/e:embedContent'],
  ['OPTIONS', '/anthropic/v1/models'],
])('%s %s passes through', (method, path) => {
  expect(brief(method, path)[0]).toBe('passthrough')
})

test.each([
  ['POST', '/v1/messages/batches'],
  ['POST', '/openai/v1/completions'],
  ['GET', '/openai/v1/responses/resp_1'],
  ['GET', '/openai/v1/chat/completions/c1'],
  ['GET', '/openai/v1/realtime?model=x'],
  ['POST', '/gemini/v1beta/interactions'],
  ['POST', '/gemini/v1beta/models/g:batchGenerateContent'],
])('%s %s is known to escape judgement', (method, path) => {
  expect(brief(method, path)[0]).toBe('unjudged')
})

test.each([
  '/v1//chat/completions',
  '/v1/chat/completions/',
  '/v1/%63hat/completions',
  '/v1/x/../chat/completions',
  '/v1/./chat/completions',
])('an odd spelling does not escape judgement: %s', (path) => {
  expect(brief('POST', path)[0]).toBe('judged')
})

test('Gemini says in its path what others say in their body', () => {
  const stream = routeRequest('POST', '/gemini/v1/models/gemini-3:streamGenerateContent')
  expect(stream).toMatchObject({ route: { model: 'gemini-3', stream: true, framing: jsonArrayFraming } })
  const vertex = routeRequest(
    'POST',
    '/v1/projects/p/locations/l/publishers/anthropic/models/claude@1:streamRawPredict',
  )
  expect(vertex).toMatchObject({
    kind: 'judged',
    provider: 'anthropic',
    route: { model: 'claude', stream: true },
  })
})
