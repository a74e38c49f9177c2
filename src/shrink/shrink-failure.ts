import type { PlannedFault } from '../chaos/index.ts'
import { milder, onceOnly, strengthsOf } from './milder-faults.ts'
import { minimiseList } from './minimise-list.ts'

/** What a failure is made of. */
export interface FailingCase {
  readonly prompt: string
  /** What was said before it. */
  readonly earlier: readonly { readonly role: 'user' | 'assistant' | 'system'; readonly content: string }[]
  readonly faults: readonly PlannedFault[]
}

export interface ShrinkOptions {
  /** Asks the agent; true when it still breaks the same promise. */
  readonly stillFails: (candidate: FailingCase) => Promise<boolean>
  /** The most times the agent is asked. */
  readonly mostTries?: number
}

export interface Shrunk {
  readonly case: FailingCase
  readonly tries: number
  /** The tries were used up, so it may not be the smallest. */
  readonly isCutShort: boolean
}

const MOST_TRIES = 500

/** How close to the mildest strength is looked, as a share of the way. */
const STRENGTH_STEPS = 6

/**
 * The smallest case that still fails: fewest faults, fewest turns, shortest prompt, mildest faults, in that order,
 * because a fault less explains more than a word less. The case given is taken to fail.
 */
export async function shrinkFailure(failing: FailingCase, options: ShrinkOptions): Promise<Shrunk> {
  const { mostTries = MOST_TRIES } = options
  let tries = 0
  const seen = new Map<string, boolean>()
  const fails = async (candidate: FailingCase): Promise<boolean> => {
    const key = JSON.stringify(candidate)
    const known = seen.get(key)
    if (known !== undefined) return known
    if (tries >= mostTries) return false
    tries += 1
    const answer = await options.stillFails(candidate)
    seen.set(key, answer)
    return answer
  }
  let now = failing
  const keep = (change: Partial<FailingCase>): void => {
    now = { ...now, ...change }
  }
  keep({ faults: await minimiseList(now.faults, (faults) => fails({ ...now, faults })) })
  keep({ earlier: await minimiseList(now.earlier, (earlier) => fails({ ...now, earlier })) })
  keep({ prompt: await shortestPrompt(now, fails) })
  for (const [index] of now.faults.entries()) keep({ faults: await mildestAt(now, index, fails) })
  return { case: now, tries, isCutShort: tries >= mostTries }
}

type Fails = (candidate: FailingCase) => Promise<boolean>

/** Whole sentences first, then words; an agent must still be asked something. */
async function shortestPrompt(now: FailingCase, fails: Fails): Promise<string> {
  const asked = (prompt: string): Promise<boolean> =>
    prompt.trim() === '' ? Promise.resolve(false) : fails({ ...now, prompt })
  const sentences = await minimiseList(sentencesOf(now.prompt), (left) => asked(left.join('')))
  const shorter = sentences.length === 0 ? now.prompt : sentences.join('')
  const words = await minimiseList(shorter.trim().split(/\s+/u), (left) => asked(left.join(' ')))
  const shortest = words.join(' ')
  return shortest !== '' && (await asked(shortest)) ? shortest : shorter
}

/** Every sentence with the blanks behind it, so that together they are the text. */
function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const isEnd = text[at] === '\n' || ('.!?'.includes(text[at]!) && (text[at + 1] ?? ' ').trim() === '')
    if (!isEnd) continue
    while (at + 1 < text.length && text[at + 1]!.trim() === '') at += 1
    sentences.push(text.slice(start, at + 1))
    start = at + 1
  }
  if (start < text.length) sentences.push(text.slice(start))
  return sentences
}

async function mildestAt(now: FailingCase, index: number, fails: Fails): Promise<readonly PlannedFault[]> {
  const faultsWith = (fault: PlannedFault): readonly PlannedFault[] => now.faults.with(index, fault)
  let fault = now.faults[index]!
  const once = onceOnly(fault)
  if (once !== undefined && (await fails({ ...now, faults: faultsWith(once) }))) fault = once
  for (const name of strengthsOf(fault))
    fault = await mildest(fault, name, (each) => fails({ ...now, faults: faultsWith(each) }))
  return faultsWith(fault)
}

/** Halves the way to the mildest value as long as it still fails; the last one that did is kept. */
async function mildest(
  fault: PlannedFault,
  name: string,
  fails: (fault: PlannedFault) => Promise<boolean>,
): Promise<PlannedFault> {
  const least = milder(fault, name, 1)
  if (await fails(least)) return least
  let [failing, passing] = [0, 1]
  for (let step = 0; step < STRENGTH_STEPS; step += 1) {
    const middle = (failing + passing) / 2
    if (await fails(milder(fault, name, middle))) failing = middle
    else passing = middle
  }
  return failing === 0 ? fault : milder(fault, name, failing)
}
