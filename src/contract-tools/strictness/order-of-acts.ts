import { toolsCover } from '../tool-patterns.ts'
import type { Order } from './order.ts'

type Scope = 'session' | 'turn'

export interface MustStateOptions {
  readonly field: string
  readonly before_tool_pattern: string
  readonly scope: Scope
}

/** What counts for a turn only has to be said again in the next one. */
function scopeCovers(left: Scope, right: Scope): boolean {
  return left === 'turn' || left === right
}

export const mustStateOrder: Order<MustStateOptions> = {
  covers: (left, right) =>
    left.field === right.field &&
    toolsCover(left.before_tool_pattern, right.before_tool_pattern) &&
    scopeCovers(left.scope, right.scope),
}

export interface MustPrecedeOptions {
  readonly before: string
  readonly after: string
  readonly scope: Scope
  readonly match: 'marked' | 'word'
}

// `match: word` finds more of both markers, which makes it stricter here and looser there
export const mustPrecedeOrder: Order<MustPrecedeOptions> = {
  covers: (left, right) =>
    left.before === right.before &&
    left.after === right.after &&
    left.match === right.match &&
    scopeCovers(left.scope, right.scope),
}
