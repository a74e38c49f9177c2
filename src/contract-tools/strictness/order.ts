import type { Verdict } from '../../model/index.ts'

/** How the options of one operator or check compare, everything else being the same. */
export interface Order<Options> {
  /** Whatever `right` objects to, `left` objects to as well, given the same history. */
  covers(left: Options, right: Options): boolean
  /** What it does about it, case by case; the level of the clause decides where this is absent. */
  verdicts?(options: Options): readonly Verdict[]
}

/** An order whose options are any: what the loader has read fits the operator it was read for. */
export type AnyOrder = Order<never>

export type Orders = Readonly<Record<string, AnyOrder>>

export function isSubset<T>(part: readonly T[], whole: readonly T[]): boolean {
  return part.every((each) => whole.includes(each))
}
