import type { ChangedPart } from '../contract-tools/index.ts'
import { shown } from './paint.ts'

/** `max_repeats: 3 → 5`; of two lists only what came and what went. */
export function differenceInWords({ name, old, new: next }: Omit<ChangedPart, 'effect'>): string {
  if (Array.isArray(old) && Array.isArray(next)) return `${name}: ${listDifference(old, next)}`
  return `${name}: ${inJson(old)} → ${inJson(next)}`
}

function listDifference(old: readonly unknown[], next: readonly unknown[]): string {
  const [before, after] = [old.map(inJson), next.map(inJson)]
  const came = after.filter((each) => !before.includes(each)).map((each) => `+ ${each}`)
  const went = before.filter((each) => !after.includes(each)).map((each) => `- ${each}`)
  return came.length + went.length === 0 ? 'in another order' : [...went, ...came].join('  ')
}

function inJson(value: unknown): string {
  return value === undefined ? 'absent' : shown(JSON.stringify(value), 100)
}
