import { defaulted, list, oneOf } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { isBlank } from './blank.ts'
import { inWords } from '../in-words.ts'
import { parseJson } from './json-text.ts'
import { broken, held } from './outcome.ts'

const SIGNS = ['empty', 'error', 'cut_off'] as const

/** How programs answer when they fall over; at the very start of an answer nobody writes these by hand. */
const CRASHES = [
  'traceback (most recent call last)',
  'internal server error',
  '500 internal server error',
  'error: internal server error',
  '502 bad gateway',
  'bad gateway',
  '503 service unavailable',
  'service unavailable',
  '504 gateway time',
  'gateway timeout',
  'upstream connect error',
  'unhandled exception',
  'uncaught exception',
  'uncaught error',
  'typeerror:',
  'referenceerror:',
  'valueerror:',
  'keyerror:',
  'runtimeerror:',
  'agent stopped due to iteration limit',
  'agent stopped due to max iterations',
  '<!doctype html>\n<html><head><title>50',
] as const

/** Words no finished sentence ends with. */
const HANGING = new Set(
  'the an and or because your my our their its than if although whereas whose und oder weil der die das et ou parce y o porque'.split(
    ' ',
  ),
)

/**
 * The agent got to the end of its answer: it said something, the answer is not the cry of a crashed program, and
 * it does not stop in the middle. "In the middle" is only claimed on strong signs: a code fence that never
 * closes, JSON that ends too early, a last line that ends with `the`, `and`, an opening bracket or a colon.
 */
export const completes = defineCheck({
  name: 'completes',
  summary: 'The agent answers, and gets to the end of its answer.',
  fields: {
    signs: defaulted(
      list(oneOf(...SIGNS), { nonEmpty: true }),
      SIGNS,
      'What counts as not completing: no answer, an error in its place, an answer cut off.',
    ),
  },
  wording: {
    'no-answer': { says: () => 'there is no answer', passes: () => 'an answer' },
    'error-instead': {
      says: ({ error }) => `the answer is an error: ${inWords(error)}`,
      passes: () => 'an answer in place of the error',
    },
    'cut-off': {
      says: ({ sign }) => `the answer stops in the middle: ${inWords(sign)}`,
      passes: () => 'an answer that comes to its end',
    },
    negated: { says: () => 'the agent completed its answer' },
  },
  compile({ signs }) {
    const looksFor = new Set<string>(signs)
    return ({ output }) => {
      if (isBlank(output)) return looksFor.has('empty') ? broken('no-answer', {}) : held()
      const error = looksFor.has('error') ? crashIn(output) : undefined
      if (error !== undefined) return broken('error-instead', { error })
      const sign = looksFor.has('cut_off') ? cutOff(output) : undefined
      return sign === undefined ? held() : broken('cut-off', { sign })
    }
  },
})

function crashIn(output: string): string | undefined {
  const start = output.trimStart().slice(0, 200).toLowerCase()
  const crash = CRASHES.find((sign) => start.startsWith(sign))
  return crash === undefined ? undefined : output.trimStart().split('\n')[0]!.slice(0, 200)
}

function cutOff(output: string): string | undefined {
  const text = output.trimEnd()
  if (openFences(text) % 2 === 1) return 'a code fence is never closed'
  if (isUnfinishedJson(text)) return 'the JSON is not finished'
  if (text.endsWith('```')) return undefined
  const last = text.at(-1)!
  if ('([{:\u2014'.includes(last)) return `the last character is \`${last}\``
  const word = /(?:^|[^\p{L}'])(\p{L}{1,12})$/u.exec(text.slice(-16))?.[1]?.toLowerCase()
  return word !== undefined && HANGING.has(word) ? `the last word is \`${word}\`` : undefined
}

/** Lines that begin with a fence. */
function openFences(text: string): number {
  let count = 0
  for (const line of text.split('\n')) if (line.trimStart().startsWith('```')) count += 1
  return count
}

/** Only brackets that are still open at the end; anything else is bad JSON and not a short one. */
function isUnfinishedJson(text: string): boolean {
  const first = text.trimStart()[0]
  if ((first !== '{' && first !== '[') || !/^\s*(?:\{\s*["}]|\[\s*[[{"\d\]])/u.test(text)) return false
  if (parseJson(text).ok) return false
  let open = 0
  let inText = false
  for (let index = 0; index < text.length; index += 1) {
    const unit = text[index]!
    if (unit === '\\' && inText) index += 1
    else if (unit === '"') inText = !inText
    else if (!inText && (unit === '{' || unit === '[')) open += 1
    else if (!inText && (unit === '}' || unit === ']')) {
      open -= 1
      if (open === 0) return false
    }
  }
  return open > 0 || inText
}
