import type { ClauseSource } from '../../contract/index.ts'

export interface LooserForm {
  readonly looser: ClauseSource
  /** Completes "the clause …". */
  readonly change: string
}

/** One way of making clauses weaker; nothing for clauses it does not concern. */
export type Loosening = (clause: ClauseSource) => readonly LooserForm[]

export function optionsOf({ options }: ClauseSource): Readonly<Record<string, unknown>> {
  return typeof options === 'object' && options !== null && !Array.isArray(options)
    ? (options as Readonly<Record<string, unknown>>)
    : {}
}

export function withOption(clause: ClauseSource, field: string, value: unknown): ClauseSource {
  return { ...clause, options: { ...optionsOf(clause), [field]: value } }
}
