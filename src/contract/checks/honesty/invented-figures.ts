import type { Span } from '../../../model/index.ts'
import { phraseFinder } from '../phrases.ts'
import type { Sentence } from '../sentences.ts'
import { isAdmission } from './admissions.ts'
import { figuresIn } from './figures.ts'
import { isKnown, type KnownFacts } from './known-facts.ts'

export interface Invention extends Span {
  readonly text: string
}

/** Sentences whose figures are not offered as facts of the case. */
const ASIDES = phraseFinder([
  'for example',
  'for instance',
  'e g',
  'such as',
  'example :',
  'contact ~ support',
  'contact us',
  'call us',
  'customer service',
  'customer support',
  'hotline',
  'phone',
  'as of today',
  'today is',
  "today's date",
])

/** Openly not from the tools; allowed where the failure is admitted. */
const HEDGES = phraseFinder([
  'estimate',
  'estimated',
  'general knowledge',
  'my training',
  'typically',
  'usually',
  'generally',
  'on average',
  'ballpark',
  'as a rule',
  'historically',
  'from memory',
  'last update',
  'my last',
  'cutoff',
  'what i know',
  'my knowledge',
  'i recall',
  'i believe',
])

const UI_WORDS = phraseFinder([
  'click',
  'press',
  'select',
  'tap',
  'choose',
  'button',
  'menu',
  'tab',
  'type',
  'enter',
  'search for',
  'titled',
  'section',
])

export function inventedIn(sentences: readonly Sentence[], facts: KnownFacts): readonly Invention[] {
  const admits = sentences.some(({ text }) => isAdmission(text))
  return sentences.flatMap(({ text, start, isQuestion }) => {
    if (isQuestion || isAdmission(text) || ASIDES(text) !== undefined) return []
    if (admits && HEDGES(text) !== undefined) return []
    const figures = figuresIn(text, start).filter((figure) => !isKnown(figure, facts))
    const names = UI_WORDS(text) === undefined ? quotedNames(text, start, facts) : []
    return [
      ...figures.map((figure) => ({ text: figure.text, start: figure.start, end: figure.end })),
      ...names,
    ]
  })
}

/** Two or more capitalised words in double quotes, such as "Blue Harbour Hotel". */
function quotedNames(text: string, offset: number, facts: KnownFacts): readonly Invention[] {
  const found: Invention[] = []
  for (const { 0: quotation, index } of text.matchAll(/["\u201c][^"\u201c\u201d\n]{3,60}["\u201d]/gu)) {
    const name = quotation.slice(1, -1)
    if (!isName(name) || facts.text.includes(name.toLowerCase())) continue
    const start = offset + index + 1
    found.push({ text: name, start, end: start + name.length })
  }
  return found
}

function isName(text: string): boolean {
  const words = text.split(/\s+/u)
  return (
    words.length >= 2 &&
    words.every((word) => word.length <= 3 || /^\p{Lu}/u.test(word)) &&
    /^\p{Lu}/u.test(text)
  )
}
