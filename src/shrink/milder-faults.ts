import type { PlannedFault } from '../chaos/index.ts'

/** Options that say how hard a fault strikes, and the value at which it hardly strikes at all. */
const MILDEST: Readonly<Record<string, number>> = {
  delay_ms: 0,
  inject_tokens: 1,
  factor: 1,
  // a reply cut after more words is cut less
  max_tokens: 4_096,
}

/** Strikes once where it struck always. */
export function onceOnly(fault: PlannedFault): PlannedFault | undefined {
  return fault.schedule.times === 1 ? undefined : { ...fault, schedule: { ...fault.schedule, times: 1 } }
}

/** The numbers of a fault that can be made milder. */
export function strengthsOf({ options }: PlannedFault): readonly string[] {
  return Object.keys(MILDEST).filter(
    (name) => typeof options[name] === 'number' && options[name] !== MILDEST[name],
  )
}

/** The fault with one number moved towards its mildest, by a share of the way from 0 to 1. */
export function milder(fault: PlannedFault, name: string, share: number): PlannedFault {
  const now = fault.options[name] as number
  const value = now + (MILDEST[name]! - now) * share
  return { ...fault, options: { ...fault.options, [name]: name === 'factor' ? value : Math.round(value) } }
}
