import { expect, test } from 'vitest'
import {
  anthropicMessages,
  gemini,
  openaiChat,
  openaiResponses,
  openrouter,
  wireFormats,
} from './formats/index.ts'
import type { WireFormat } from './format.ts'

const REASON = { message: 'Blocked by pay/cap.', contract: 'pay', clause: 'cap', requestId: 'hf_1' }
const bodyOf = ({ body }: { body: string }): unknown => JSON.parse(body)

test.each(wireFormats.map((format) => [format.name, format] as const))(
  'a denial by %s is a status that nobody repeats, with headers that say who denied',
  (_, format: WireFormat) => {
    const { status, headers } = format.denial(REASON)
    expect(status).toBe(403)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-should-retry': 'false',
      'x-holdfast-decision': 'block',
      'x-holdfast-contract': 'pay',
      'x-holdfast-clause': 'cap',
    })
    expect(format.denial({ ...REASON, status: 400 }).status).toBe(400)
  },
)

test('the body of a denial is the error of the provider', () => {
  expect(bodyOf(anthropicMessages.denial(REASON))).toEqual({
    type: 'error',
    request_id: 'hf_1',
    error: { type: 'permission_error', message: REASON.message, details: { error_code: 'holdfast_blocked' } },
  })
  for (const format of [openaiChat, openaiResponses])
    expect(bodyOf(format.denial(REASON))).toEqual({
      error: { message: REASON.message, type: 'permission_error', param: null, code: 'holdfast_blocked' },
    })
  expect(bodyOf(openrouter.denial(REASON))).toEqual({
    error: {
      code: 403,
      message: REASON.message,
      metadata: { error_type: 'holdfast_blocked', contract: 'pay', clause: 'cap' },
    },
  })
  expect(bodyOf(gemini.denial(REASON))).toMatchObject({
    error: {
      code: 403,
      status: 'PERMISSION_DENIED',
      details: [{ reason: 'HOLDFAST_BLOCKED', domain: 'holdfast', metadata: { contract: 'pay' } }],
    },
  })
})

test('a name from a file cannot break out of its header', () => {
  const { headers } = openaiChat.denial({ message: 'No.', contract: 'a\r\nx-evil: 1', requestId: 'ü' })
  expect(headers).toMatchObject({ 'x-holdfast-contract': 'a??x-evil: 1', 'x-request-id': '?' })
})

test('scripted errors are those of the provider', () => {
  expect(anthropicMessages.error({ status: 529 })).toMatchObject({ status: 529 })
  expect(bodyOf(anthropicMessages.error({ status: 429 }))).toMatchObject({
    error: { type: 'rate_limit_error' },
  })
  expect(openaiChat.error({ status: 429, retryAfterS: 7 }).headers).toMatchObject({ 'retry-after': '7' })
  expect(bodyOf(openaiChat.error({ status: 429, code: 'insufficient_quota' }))).toMatchObject({
    error: { code: 'insufficient_quota' },
  })
  expect(bodyOf(openaiChat.error({ status: 500 }))).toMatchObject({ error: { type: 'server_error' } })
  expect(bodyOf(openrouter.error({ status: 502 }))).toMatchObject({ error: { code: 502 } })
  expect(bodyOf(gemini.error({ status: 429, retryAfterS: 7 }))).toMatchObject({
    error: { status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '7s' }] },
  })
  expect(bodyOf(gemini.error({ status: 503 }))).toMatchObject({ error: { status: 'UNAVAILABLE' } })
})
