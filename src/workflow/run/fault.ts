import type { JsonValue } from '../../model/index.ts'
import type { ErrorClass } from '../node-error.ts'

/** One call of one node, as whoever breaks things on purpose sees it. */
export interface FaultPoint {
  readonly nodeId: string
  readonly type: string
  readonly address: string
  /** From 1. */
  readonly attempt: number
  /** How often this run has come to this node before, from 0. */
  readonly visit: number
}

/** What happens in place of the node, or before it. */
export type NodeFault =
  | { readonly kind: 'error'; readonly message: string; readonly class?: ErrorClass }
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'replace'; readonly output: JsonValue; readonly branch?: string }

/** Asked before every attempt of every node; nothing lets the node run. */
export type FaultHook = (point: FaultPoint) => NodeFault | undefined
