import type { JsonObject } from '../model/index.ts'
import type { ChaosPlan } from './plan.ts'
import { readChaos } from './read/from-value.ts'

/** A chaos section under a name. */
export interface Profile {
  readonly name: string
  readonly summary: string
  /** As it would stand in a file. */
  readonly section: JsonObject
  readonly plan: ChaosPlan
}

export function defineProfile(parts: Omit<Profile, 'plan'>): Profile {
  return { ...parts, plan: readChaos(parts.section, `chaos profile \`${parts.name}\``) }
}
