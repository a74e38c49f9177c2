import type { Directive, Rewrite } from './decision.ts'

/** `shadow` watches and records; only `enforce` lets a surface act. */
export type Mode = 'enforce' | 'shadow'

/** What the surface does, in its own medium. */
export type Effect =
  | { readonly kind: 'pass'; readonly directives?: readonly Directive[] }
  | {
      readonly kind: 'rewrite'
      readonly rewrites: readonly Rewrite[]
      readonly directives?: readonly Directive[]
    }
  | { readonly kind: 'ask' }
  | { readonly kind: 'block' }
