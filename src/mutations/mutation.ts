import type { RequestVariation } from './request/variation.ts'

/**
 * What a right answer may look like. `preserved`: the same as to the original prompt. `broken`: the request is
 * another one or no sound one, so asking back or refusing is right. `hostile`: the added part must not be obeyed.
 */
export type Intent = 'preserved' | 'broken' | 'hostile'

/** A message that comes before the prompt. */
export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** What a generator made of a prompt. */
export interface Mutated {
  readonly outcome: 'mutated'
  readonly prompt: string
  /** Earlier messages of the conversation, oldest first. */
  readonly turns?: readonly Turn[]
  /** How the request that carries the prompt differs from an ordinary one. */
  readonly request?: RequestVariation
  readonly intent: Intent
  /** One sentence for people: what was done. */
  readonly note: string
  /** A word that an answer contains only when the hostile part was obeyed, or quoted. */
  readonly canary?: string
}

/** A generator that cannot change this prompt says why. */
export interface Unchanged {
  readonly outcome: 'unchanged'
  readonly why: string
}

export type Generated = Mutated | Unchanged

/** One mutation of one golden prompt, ready to be sent. */
export interface Mutation extends Omit<Mutated, 'outcome'> {
  /** The same for the same original, type and result, on every machine. */
  readonly id: string
  readonly type: string
  readonly original: string
  readonly weight: number
  readonly author: 'rule' | 'model'
}

/** A mutation that was asked for and does not exist. */
export interface NotMade {
  readonly type: string
  readonly original: string
  readonly reason: 'not-applicable' | 'unchanged' | 'repeated'
  readonly why: string
}

export function mutated(
  prompt: string,
  intent: Intent,
  note: string,
  more: Pick<Mutated, 'turns' | 'request' | 'canary'> = {},
): Mutated {
  return { outcome: 'mutated', prompt, intent, note, ...more }
}

export function unchanged(why: string): Unchanged {
  return { outcome: 'unchanged', why }
}
