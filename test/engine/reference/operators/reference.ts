import type { JsonObject } from '../../../../src/model/index.ts'
import type { OperatorDraft } from '../draft.ts'
import type { Past, Story } from '../history.ts'
import type { Redacted } from '../personal-data.ts'

export interface Said {
  readonly code: string
  readonly verdict: string
  readonly counted?: boolean
  readonly about?: string
}

export interface Judgement {
  readonly said: readonly Said[]
  readonly redacted?: Redacted
  readonly asks?: JsonObject
  readonly judged?: boolean
}

export interface World {
  readonly seed: number
  readonly baselines: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** What an operator says about the newest event, given everything before it. */
export type Reference = (clause: OperatorDraft, story: Story, world: World) => Judgement

export const NOTHING: Judgement = { said: [] }

export function says(code: string, verdict: string, rest: Omit<Said, 'code' | 'verdict'> = {}): Judgement {
  return { said: [{ code, verdict, ...rest }] }
}

/** Earlier events that happened. */
export function happened(past: readonly Past[]): readonly Past[] {
  return past.filter(({ refused }) => !refused)
}
