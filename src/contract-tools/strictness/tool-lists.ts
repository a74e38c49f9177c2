import type { Verdict } from '../../model/index.ts'
import { globCovers } from '../globs.ts'
import { entryCovers } from './blocklist-entries.ts'
import type { Order } from './order.ts'

export interface BlocklistOptions {
  readonly tools: readonly string[]
  readonly undecidable: 'deny' | 'ask' | 'allow'
}

export const blocklistOrder: Order<BlocklistOptions> = {
  covers: (left, right) =>
    right.tools.every((narrow) => left.tools.some((wide) => entryCovers(wide, narrow))),
  verdicts: ({ undecidable }): readonly Verdict[] => ['deny', undecidable],
}

export interface AllowlistOptions {
  readonly tools: readonly string[]
  readonly scope: string
}

/** The shorter list denies more. */
export const allowlistOrder: Order<AllowlistOptions> = {
  covers: (left, right) =>
    (left.scope === 'session' || left.scope === right.scope) &&
    left.tools.every((narrow) => right.tools.some((wide) => globCovers(wide, narrow))),
}
