import { ABBREVIATIONS } from './abbreviations.ts'
import { ANTONYMS } from './antonyms.ts'
import { NEGATIONS, STOP_WORDS } from './stop-words.ts'
import { NOUNS, PHRASES, VERBS } from './synonyms.ts'
import { REQUEST_VERBS } from './verbs.ts'

/** Words that are no names although a sentence begins with them. */
export const COMMON_WORDS: ReadonlySet<string> = new Set([
  ...STOP_WORDS,
  ...NEGATIONS,
  ...REQUEST_VERBS,
  ...ANTONYMS.keys(),
  ...Object.keys(ABBREVIATIONS),
  ...[PHRASES, VERBS, NOUNS].flatMap((table) => Object.keys(table)).flatMap((phrase) => phrase.split(' ')),
  ...`how what when where why who which whether if while since once until although though however
  all both every each another other yes yesterday today tomorrow morning evening good
  explain ignore imagine consider suppose given using based during between within around`.split(/\s+/u),
])
