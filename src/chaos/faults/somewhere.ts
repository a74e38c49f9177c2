import type { Random } from '../../kit/random.ts'

/** A fraction in the middle: at the very ends a cut would look like nothing or like no reply. */
export function somewhere(random: Random): number {
  return 0.2 + random() * 0.6
}
