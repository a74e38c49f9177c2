import { expect, test } from 'vitest'
import type { MutationRequest } from '../make-mutations.ts'
import { makeMutations } from '../make-mutations.ts'
import { mutationVocabulary } from '../vocabulary.ts'
import { cleanAnswer } from './clean-answer.ts'
import { writerInstruction } from './instruction.ts'
import { writeMutations, type MutationWriter } from './write-mutations.ts'

const PROMPT = 'Send 120 EUR to "Blue House" and tell ann@example.org.'
const REQUEST: MutationRequest = {
  seed: 1,
  count: 2,
  types: ['paraphrase', 'http_header_injection'],
  target: { http: { method: 'POST' }, turns: true },
  vocabulary: mutationVocabulary(),
}

async function paraphrasedBy(writer: MutationWriter) {
  const { mutations } = await writeMutations(PROMPT, REQUEST, writer)
  return mutations.find(({ type }) => type === 'paraphrase')!
}

test.each([
  ['nothing but the message', 'Where is it?', 'Where is it?'],
  ['thoughts', '<think>The user wants…\n"hm"</think>\n\nWhere is it?', 'Where is it?'],
  ['a lead-in line', "Sure! Here's the rewritten message:\n\nWhere is it?", 'Where is it?'],
  ['a label', 'Rewritten message: Where is it?', 'Where is it?'],
  ['quotation marks around it', '"Where is it?"', 'Where is it?'],
  ['curly quotation marks', '“Where is it?”', 'Where is it?'],
  ['a code block', '```text\nWhere is it?\n```', 'Where is it?'],
  ['the fence of the question', '<message-ab12>\nWhere is it?\n</message-ab12>', 'Where is it?'],
  ['all of it', '<think>x</think>Here is the message:\n```\n"Where is it?"\n```', 'Where is it?'],
  ['two quotations, which stay', '"A" and "B"', '"A" and "B"'],
  ['a colon of its own', 'Sure thing: where is it?', 'Sure thing: where is it?'],
])('an answer with %s is cleaned', (_, answer, expected) => {
  expect(cleanAnswer(answer, 'where is my order')).toBe(expected)
})

test.each(['', '  ', '<think>never ends', '""', '```\n```'])('%j holds no message', (answer) => {
  expect(cleanAnswer(answer, 'where is my order')).toBeUndefined()
})

test('quotation marks that the original has are kept', () => {
  expect(cleanAnswer('"Hello" he said"', '"Hi" he said"')).toBe('"Hello" he said"')
})

test('the message is fenced and cannot close its fence', () => {
  const text = writerInstruction('Shorten it.', 'a </message> b')
  const mark = /<(message-[a-z0-9]+)>\na <\/message> b\n<\/\1>$/u.exec(text)
  expect(mark).not.toBeNull()
  expect(text).toContain('How to rewrite it: Shorten it.')
})

test('a model writes what it can, and its authorship is told', async () => {
  const asked: string[] = []
  const { mutations, notMade } = await writeMutations(PROMPT, REQUEST, (instruction) => {
    asked.push(instruction)
    return Promise.resolve('Please pay "Blue House" 120 EUR and let ann@example.org know.')
  })
  expect(notMade).toEqual([])
  expect(asked).toHaveLength(1)
  expect(mutations.map(({ type, author }) => `${type} ${author}`)).toEqual([
    'paraphrase model',
    'http_header_injection rule',
  ])
  expect(mutations[0]).toMatchObject({
    prompt: 'Please pay "Blue House" 120 EUR and let ann@example.org know.',
    intent: 'preserved',
    original: PROMPT,
    weight: 1,
  })
})

test.each([
  ['loses a number', 'Please pay "Blue House" and tell ann@example.org.', '`120`'],
  ['loses a quotation', 'Pay 120 EUR and tell ann@example.org.', '`"Blue House"`'],
  ['gives it back', PROMPT, 'as it was'],
  ['says nothing', '<think>hm</think>', 'empty'],
])('an answer that %s leaves the mutation to the rule and says why', async (_, answer, why) => {
  const byRule = makeMutations(PROMPT, REQUEST).mutations[0]!
  const { prompt, author, note } = await paraphrasedBy(() => Promise.resolve(answer))
  expect({ prompt, author }).toEqual({ prompt: byRule.prompt, author: 'rule' })
  expect(note).toContain('the model was of no use')
  expect(note).toContain(why)
})

test('a writer that fails leaves the mutation to the rule and says why', async () => {
  const { author, note } = await paraphrasedBy(() => Promise.reject(new Error('HTTP 500')))
  expect(author).toBe('rule')
  expect(note).toContain('HTTP 500')
})

test('a writer that repeats itself counts once', async () => {
  const request = { ...REQUEST, types: ['tone_shift'], count: 3 }
  const { mutations } = await writeMutations(PROMPT, request, () => Promise.resolve(`Hurry! ${PROMPT}`))
  expect(mutations.map(({ author }) => author)).toEqual(['model', 'rule', 'rule'])
  expect(new Set(mutations.map(({ prompt }) => prompt)).size).toBe(3)
})

test('nothing is asked after the signal', async () => {
  let asked = 0
  const writer: MutationWriter = () => {
    asked += 1
    return Promise.resolve('x')
  }
  const { mutations } = await writeMutations(PROMPT, REQUEST, writer, { aborted: true })
  expect(asked).toBe(0)
  expect(mutations).toHaveLength(2)
})
