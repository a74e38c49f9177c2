import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  applyCompression,
  conversationTokens,
  countTokens,
  planCompression,
  type ConversationMessage,
} from './index.ts'

interface CompressCase {
  readonly name: string
  readonly maxTokens: number
  readonly messages: readonly {
    readonly role: ConversationMessage['role']
    readonly text: string
    readonly call?: readonly string[]
    readonly result?: Readonly<Record<string, string>>
  }[]
  readonly fits: boolean
  readonly after: readonly string[]
}

const words = (text: string): number => text.split(' ').filter((word) => word !== '' && word !== '{}').length

const line = ({ role, text, toolCalls = [], toolResults = [] }: ConversationMessage): string =>
  [
    role,
    ...(text === '' ? [] : [text]),
    ...toolCalls.map(({ id }) => `call ${id}`),
    ...toolResults.map((result) => `result ${result.callId}: ${result.text}`),
  ].join(' ')

const corpus = readFileSync(join(import.meta.dirname, '../../corpus/tokens/compress.yaml'), 'utf8')

test.each(parse(corpus) as CompressCase[])('$name', ({ maxTokens, messages, fits, after }) => {
  const conversation = messages.map(({ role, text, call, result }) => ({
    role,
    text,
    ...(call && { toolCalls: call.map((id) => ({ id, tool: '', args: {} })) }),
    ...(result && {
      toolResults: Object.entries(result).map(([callId, said]) => ({ callId, text: said })),
    }),
  }))
  const plan = planCompression(conversation, maxTokens, words)
  expect({ fits: plan.fits, after: applyCompression(conversation, plan).map(line) }).toEqual({ fits, after })
})

/** A turn as a list of steps: what the agent says, how many tools it calls, where the results come back. */
const step = fc.record({
  text: fc.string({ maxLength: 40 }),
  results: fc.array(fc.string({ maxLength: 200 }), { maxLength: 3 }),
  style: fc.constantFrom('one message', 'message each', 'beside words'),
  system: fc.boolean(),
})

const turn = fc.record({
  input: fc.option(fc.string({ maxLength: 60 })),
  steps: fc.array(step, { maxLength: 4 }),
})

const conversations = fc.array(turn, { maxLength: 5 }).map((script) => {
  const messages: ConversationMessage[] = [{ role: 'system', text: 'be careful' }]
  for (const { input, steps } of script) {
    if (input !== null) messages.push({ role: 'user', text: input })
    for (const { text, results, style, system } of steps) {
      const toolCalls = results.map((_, index) => ({
        id: `${messages.length}-${index}`,
        tool: 'read',
        args: { index },
      }))
      const toolResults = toolCalls.map(({ id }, index) => ({ callId: id, text: results[index]! }))
      messages.push({ role: 'assistant', text, toolCalls })
      if (system) messages.push({ role: 'system', text: 'a reminder' })
      if (style === 'message each')
        messages.push(
          ...toolResults.map((result) => ({ role: 'tool' as const, text: '', toolResults: [result] })),
        )
      else messages.push({ role: style === 'one message' ? 'tool' : 'user', text: style, toolResults })
    }
  }
  return messages
})

const budgets = fc.integer({ min: 0, max: 600 })

const ids = (messages: readonly ConversationMessage[]) => ({
  calls: messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)),
  results: messages.flatMap(({ toolResults = [] }) => toolResults.map(({ callId }) => callId)),
})

function compressed(messages: readonly ConversationMessage[], maxTokens: number) {
  const plan = planCompression(messages, maxTokens, countTokens)
  return { plan, after: applyCompression(messages, plan) }
}

test('the plan says truly how many tokens are left and whether they fit', () => {
  fc.assert(
    fc.property(conversations, budgets, (messages, maxTokens) => {
      const { plan, after } = compressed(messages, maxTokens)
      expect(plan.tokensBefore).toBe(conversationTokens(messages, countTokens))
      expect(plan.tokensAfter).toBe(conversationTokens(after, countTokens))
      expect(plan.fits).toBe(plan.tokensAfter <= maxTokens)
    }),
  )
})

test('what does not fit is already the least there can be', () => {
  fc.assert(
    fc.property(conversations, budgets, (messages, maxTokens) => {
      const { plan, after } = compressed(messages, maxTokens)
      if (!plan.fits) expect(after).toEqual(compressed(messages, 0).after)
    }),
  )
})

test('a call keeps its result and a result its call', () => {
  fc.assert(
    fc.property(conversations, budgets, (messages, maxTokens) => {
      const { calls, results } = ids(compressed(messages, maxTokens).after)
      expect(results).toEqual(calls)
    }),
  )
})

test('compressing twice changes nothing more', () => {
  fc.assert(
    fc.property(conversations, budgets, (messages, maxTokens) => {
      const { after } = compressed(messages, maxTokens)
      expect(compressed(after, maxTokens).after).toEqual(after)
    }),
  )
})

test('messages keep their order and, but for elided results, their content', () => {
  fc.assert(
    fc.property(conversations, budgets, (messages, maxTokens) => {
      const { plan, after } = compressed(messages, maxTokens)
      const kept = messages.filter((_, position) => !plan.dropped.includes(position))
      const bare = (list: readonly ConversationMessage[]) =>
        list.map((message) => ({ ...message, toolResults: message.toolResults?.map(({ callId }) => callId) }))
      expect(bare(after)).toEqual(bare(kept))
    }),
  )
})

test('system messages, the last words of the user and the newest message stay', () => {
  fc.assert(
    fc.property(conversations, budgets, (messages, maxTokens) => {
      const { after } = compressed(messages, maxTokens)
      const systems = (list: readonly ConversationMessage[]) => list.filter(({ role }) => role === 'system')
      const lastUser = (list: readonly ConversationMessage[]) =>
        list.findLast(({ role }) => role === 'user')?.text
      expect(systems(after)).toEqual(systems(messages))
      expect(lastUser(after)).toBe(lastUser(messages))
      expect(after.at(-1)?.role).toBe(messages.at(-1)?.role)
    }),
  )
})

test('nothing is lost while a conversation fits, and one token less loses something or says it cannot', () => {
  fc.assert(
    fc.property(conversations, (messages) => {
      const total = conversationTokens(messages, countTokens)
      expect(compressed(messages, total).after).toEqual(messages)
      const { plan } = compressed(messages, total - 1)
      expect(plan.tokensAfter < total || !plan.fits).toBe(true)
    }),
  )
})

test('a conversation that starts with the user still does', () => {
  fc.assert(
    fc.property(conversations, budgets, (messages, maxTokens) => {
      const opening = (list: readonly ConversationMessage[]) =>
        list.find(({ role }) => role !== 'system')?.role
      if (opening(messages) === 'user') expect(opening(compressed(messages, maxTokens).after)).toBe('user')
    }),
  )
})

test('a marker is not elided again, even where the second one would be shorter', () => {
  const messages: ConversationMessage[] = [
    { role: 'assistant', text: '', toolCalls: [{ id: 'a', tool: 'read', args: {} }] },
    { role: 'tool', text: '', toolResults: [{ callId: 'a', text: 'x'.repeat(123_456) }] },
  ]
  const byLength = (text: string) => text.length
  const once = applyCompression(messages, planCompression(messages, 0, byLength))
  expect(once[1]?.toolResults?.[0]?.text).toBe('[elided by contract: 123456 tokens]')
  expect(planCompression(once, 0, byLength).elisions).toEqual([])
})
