import { requireProportion, shareOf, type Proportion } from './proportion.ts'
import { requireCount } from './ranges.ts'

/** Strict pass^k over the trials that were run: every one passed. `undefined` when there was no trial. */
export function strictPassHatK(proportion: Proportion): boolean | undefined {
  requireProportion(proportion)
  const share = shareOf(proportion)
  return share === undefined ? undefined : proportion.successes === proportion.trials
}

/**
 * The unbiased estimate of "k fresh trials all pass": C(c, k) / C(n, k), as a product of shares so that nothing
 * overflows. `undefined` when there were fewer than k trials, which say nothing about k of them.
 */
export function passHatK(proportion: Proportion, k: number): number | undefined {
  requireProportion(proportion)
  requireCount('k', k, 1)
  const { successes, trials } = proportion
  if (k > trials) return undefined
  if (k > successes) return 0
  let product = 1
  for (let drawn = 0; drawn < k; drawn += 1) product *= (successes - drawn) / (trials - drawn)
  return product
}
