import type { ChangedPart } from '../contract-tools/index.ts'
import { shown } from './paint.ts'

const LONGEST_VALUE = 100

/** `max_repeats: 3 → 5`; of two lists only what came and what went, of what is new or gone only that. */
export function differenceInWords({ name, old, new: next }: Omit<ChangedPart, 'effect'>): string {
  const last = name.split('.').at(-1)!
  if (old === undefined || next === undefined) return `${last}: ${asWritten(old ?? next)}`
  if (Array.isArray(old) && Array.isArray(next)) return `${last}: ${listDifference(old, next)}`
  return `${last}: ${asWritten(old)} → ${asWritten(next)}`
}

function listDifference(old: readonly unknown[], next: readonly unknown[]): string {
  const [before, after] = [old.map(asWritten), next.map(asWritten)]
  const came = after.filter((each) => !before.includes(each)).map((each) => `+ ${each}`)
  const went = before.filter((each) => !after.includes(each)).map((each) => `- ${each}`)
  return came.length + went.length === 0 ? 'in another order' : [...went, ...came].join('  ')
}

function asWritten(value: unknown): string {
  return shown(flow(value), LONGEST_VALUE)
}

/** Much as it stands in the file, on one line. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return `{${entries.map(([key, each]) => `${key}: ${flow(each)}`).join(', ')}}`
}
