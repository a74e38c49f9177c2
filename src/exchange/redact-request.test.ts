import { expect, test } from 'vitest'
import { createPiiScanner } from '../pii/index.ts'
import { gemini, openaiChat } from '../wire/index.ts'
import type { JsonObject } from '../model/index.ts'
import { redactRequest } from './redact-request.ts'
import type { TextRules } from './text-rules.ts'

const scanner = createPiiScanner({ groups: ['email'] })
const rules = { redactInput: scanner, redactResults: scanner } as unknown as TextRules

test('what a tool returned is redacted under any key, and the names of the protocol stay', () => {
  const body: JsonObject = {
    contents: [
      { role: 'user', parts: [{ text: 'Who is it?' }] },
      { role: 'model', parts: [{ functionCall: { name: 'look_up', args: {} } }] },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              name: 'look_up',
              response: { name: 'bob@example.com', id: ['x@example.com'], data: { id: 'y@example.com' } },
            },
          },
        ],
      },
    ],
  }
  const redacted = redactRequest(body, 'contents', gemini.decodeRequest(body)!, rules)
  expect(JSON.stringify(redacted)).not.toContain('@example.com')
  expect(JSON.stringify(redacted)).toContain('"name":"look_up"')
})

test('a body with nothing to hide comes back as the same object', () => {
  const body: JsonObject = {
    model: 'm',
    messages: [{ role: 'user', content: 'Hi', name: 'bob@example.com' }],
  }
  expect(redactRequest(body, 'messages', openaiChat.decodeRequest(body)!, rules)).toBe(body)
})
