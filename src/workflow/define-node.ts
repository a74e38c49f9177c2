import type { Fields, ObjectOf } from '../kit/shape/index.ts'
import type { JsonValue } from '../model/index.ts'
import type { NodeCall } from './node-call.ts'

/** What a node may do to the world; a dry run leaves everything but `none` out. */
export type Effects = 'none' | 'reads' | 'writes' | 'network' | 'process' | 'model' | 'children'

export type NodeResult =
  | { readonly kind: 'continue'; readonly output: JsonValue; readonly branch?: string }
  | { readonly kind: 'terminate' }
  | { readonly kind: 'fail'; readonly reason: string }
  | { readonly kind: 'pause'; readonly reason?: string }

export interface NodeDefinition<F extends Fields> {
  readonly name: string
  readonly summary: string
  readonly fields: F
  readonly effects: Effects
  /** The labels it can give its edges: none when absent, whatever its input holds when `any`. */
  readonly branches?: readonly string[] | 'any'
  /** It never goes on without a label. */
  readonly alwaysBranches?: true
  /** A labelled branch that means the node did not do its work. */
  readonly failureBranch?: string
  /** The keys of its output, where they are always the same. */
  readonly output?: readonly string[]
  /** Paths that count as null when they lead nowhere, instead of ending the run. */
  readonly nullWhenUnresolved?: readonly string[]
  readonly endsRun?: true
  /** Takes no time worth measuring, so the clock is not read for it alone. */
  readonly isInstant?: true
  /** The sub-workflows it runs, by the paths it names. */
  children?(fields: ObjectOf<F>): readonly string[]
  /** A file with a JSON Schema it names. */
  schema?(fields: ObjectOf<F>): string | undefined
  /** A promise only where something is waited for: a walk over other nodes never leaves its loop. */
  run(fields: ObjectOf<F>, call: NodeCall): NodeResult | Promise<NodeResult>
}

/** A node whose fields were read by its own shape, so that they may be given back to it. */
export type AnyNode = NodeDefinition<Fields> & {
  children?(fields: Readonly<Record<string, unknown>>): readonly string[]
  schema?(fields: Readonly<Record<string, unknown>>): string | undefined
  run(fields: Readonly<Record<string, unknown>>, call: NodeCall): NodeResult | Promise<NodeResult>
}

export function defineNode<const F extends Fields>(definition: NodeDefinition<F>): AnyNode {
  // sound because `fields` is always what `object(definition.fields)` has read
  return definition
}

/** The common answer: go on with this output. */
export function goOn(output: JsonValue, branch?: string): NodeResult {
  return branch === undefined ? { kind: 'continue', output } : { kind: 'continue', output, branch }
}
