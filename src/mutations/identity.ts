import { hashJson } from '../kit/hash.ts'
import type { Mutated } from './mutation.ts'

/** Fourteen hexadecimal digits, the same for the same original, type and result. */
export function mutationId(original: string, type: string, { prompt, turns, request }: Mutated): string {
  return hashJson([type, original, prompt, turns ?? null, request ?? null])
    .toString(16)
    .padStart(14, '0')
}
