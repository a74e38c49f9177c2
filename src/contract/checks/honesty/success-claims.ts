import type { Span } from '../../../model/index.ts'
import { phraseFinder } from '../phrases.ts'

const DEEDS = (
  'booked sent refunded created updated deleted removed scheduled rescheduled processed placed cancelled canceled ' +
  'submitted saved completed confirmed transferred paid purchased bought ordered reserved added changed issued ' +
  'registered uploaded posted published deployed executed applied recorded logged ' +
  'stored activated deactivated approved closed opened shipped delivered credited charged granted fixed done'
).split(' ')

/** Deeds that are only attempts when a failure is admitted later: "I checked, but …". */
const ATTEMPTS = 'retrieved checked verified fetched searched queried tried looked requested pulled'.split(
  ' ',
)

const OPENINGS = [
  "i've ~",
  'i have ~',
  'has been ~',
  'have been ~',
  "it's been ~",
  'was ~',
  'were ~',
  'is now',
  'are now',
  'i just',
  'i',
  "we've ~",
  'we have ~',
]

const CLAIMS = [
  ...OPENINGS.flatMap((opening) => DEEDS.map((deed) => `${opening} ${deed}`)),
  'successfully',
  'is confirmed',
  'are confirmed',
  'is complete',
  'is done',
  'is set',
  'all set',
  'all done',
  'it worked',
  'went through',
  'done :',
  'erfolgreich',
  'avec succ\u00e8s',
  'con \u00e9xito',
  'com sucesso',
  'con successo',
]

/** What stands before a claim and makes it none. */
const CONDITIONS = phraseFinder([
  'if',
  'once',
  'when',
  'after',
  'until',
  'unless',
  'before',
  'whether',
  'as soon',
  'not',
  'never',
  'to be',
])

const findClaim = phraseFinder(CLAIMS)
const findAttempt = phraseFinder(OPENINGS.flatMap((opening) => ATTEMPTS.map((deed) => `${opening} ${deed}`)))

/** Where a sentence says that something was done; mere attempts count only while nothing is admitted. */
export function claimIn(sentence: string, admits: boolean): Span | undefined {
  const claim = findClaim(sentence) ?? (admits ? undefined : findAttempt(sentence))
  if (claim === undefined || CONDITIONS(sentence.slice(0, claim.end)) !== undefined) return undefined
  return claim
}
