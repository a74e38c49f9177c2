import type { Located } from '../source/located.ts'
import { typeName } from '../source/located.ts'
import type { RawProblem } from '../source/problem.ts'

export type JsonSchema = { readonly [key: string]: unknown }

/** Where a reader stands, and where it leaves what it does not like. */
export interface Place {
  /** From the top of the document, such as `invariants.process[2].tool_blocklist.tools`. */
  readonly path: string
  /** As people call it, such as `tool_blocklist.tools`. */
  readonly subject: string
  /** Unknown keys and names become warnings. */
  readonly lenient: boolean
  report(problem: RawProblem): void
}

/**
 * What a value in a file must look like. Reading gives the typed value, or `undefined` after reporting every
 * problem found on the way. The same shape writes the JSON Schema and the reference page, so they cannot
 * drift from what is really accepted.
 */
export interface Shape<T> {
  /** Completes the sentence "it must be …". */
  readonly expected: string
  read(node: Located, place: Place): T | undefined
  schema(): JsonSchema
}

export type ShapeValue<S> = S extends Shape<infer T> ? T : never

/** Reports "<subject> must be <expected>, not <what it is>" and gives nothing. */
export function refuse(node: Located, place: Place, expected: string, hint?: string): undefined {
  place.report({
    code: 'wrong-type',
    path: place.path,
    offset: node.start,
    message: `${place.subject} must be ${expected}, not ${describe(node)}`,
    hint,
  })
  return undefined
}

function describe(node: Located): string {
  if (node.kind !== 'scalar' || node.value === null) return typeName(node)
  const written = typeof node.value === 'string' ? JSON.stringify(clip(node.value)) : clip(node.written)
  return typeof node.value === 'string' && node.value === '' ? 'an empty string' : written
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 37)}…` : text
}

export function below(place: Place, key: string): Place {
  return { ...place, path: join(place.path, key), subject: join(place.subject, key) }
}

export function item(place: Place, index: number): Place {
  return { ...place, path: `${place.path}[${index}]`, subject: `${place.subject}[${index}]` }
}

function join(front: string, key: string): string {
  return front === '' ? key : `${front}.${key}`
}
