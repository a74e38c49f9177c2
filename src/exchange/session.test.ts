import { expect, test } from 'vitest'
import { ReplySessions } from './reply-sessions.ts'
import { ExchangeSession } from './session.ts'

const base = { sessionId: 's', surface: 'sdk' } as const

test('what is said before a conversation begins leaves its history to be told', () => {
  const session = new ExchangeSession('s')
  session.note({ kind: 'session-start', ...base })
  session.note({ kind: 'state', fields: {}, ...base })
  expect([session.isNew, session.hasConversed]).toEqual([false, false])
  session.note({ kind: 'turn-start', ...base })
  expect([session.hasConversed, session.turnOpen]).toEqual([true, true])
})

test('a call and its result are told apart, and the oldest of very many are forgotten', () => {
  const session = new ExchangeSession('s')
  session.note({ kind: 'tool-call', callId: 'first', tool: 't', args: {}, ...base })
  expect([session.hasSeen('first'), session.hasSeen('result first')]).toEqual([true, false])
  for (let index = 0; index < 4096; index += 1)
    session.note({ kind: 'tool-result', callId: String(index), tool: 't', ok: true, content: '', ...base })
  expect([session.hasSeen('first'), session.hasSeen('result 4095')]).toEqual([false, true])
})

test('a reply belongs to the client it was given to', () => {
  const replies = new ReplySessions(2)
  replies.remember('one', 'resp_1', 's1')
  expect([replies.sessionOf('one', 'resp_1'), replies.sessionOf('two', 'resp_1')]).toEqual(['s1', undefined])
  replies.remember('one', 'resp_2', 's2')
  replies.remember('one', 'resp_3', 's3')
  expect(replies.sessionOf('one', 'resp_1')).toBeUndefined()
})
