import { expect, test } from 'vitest'
import { plainLabel, sessionNameOf } from './session-name.ts'

const known = new Map([['resp_1', 'ns/earlier']])
const nameOf = (hints: object): string =>
  sessionNameOf({
    namespace: 'ns',
    hints: { prefixHash: 'p1', ...hints },
    sessionOfReply: (id) => known.get(id),
  })

test('what tells a conversation apart is taken in order of how much it tells', () => {
  const all = { conversationId: 'c1', previousResponseId: 'resp_1', userId: 'u1' }
  expect(nameOf(all)).toBe('ns/conversation-c1')
  expect(nameOf({ ...all, conversationId: undefined })).toBe('ns/earlier')
  expect(nameOf({ userId: 'u1', previousResponseId: 'resp_unknown' })).toBe('ns/user-u1')
  expect(nameOf({})).toBe('ns/prefix-p1')
})

test('a label that could be taken for a path of names becomes a hash of itself', () => {
  expect(plainLabel('team.a:7@x')).toBe('team.a:7@x')
  for (const odd of ['', '../other', 'a/b', 'x'.repeat(81)])
    expect(plainLabel(odd)).toMatch(/^[0-9a-f]{32}$/u)
  expect(plainLabel('a/b')).not.toBe(plainLabel('a/c'))
})
