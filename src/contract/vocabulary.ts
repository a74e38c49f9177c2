import { HoldfastError } from '../kit/errors.ts'
import { CHECKS } from './checks/index.ts'
import type { AnyCheck } from './define-check.ts'
import type { AnyOperator } from './define-operator.ts'
import type { AnyPredicate } from './define-predicate.ts'
import { OPERATORS } from './operators/index.ts'
import { PREDICATES } from './predicates/index.ts'

/** Every word a contract may use. */
export interface Vocabulary {
  readonly operators: ReadonlyMap<string, AnyOperator>
  readonly predicates: ReadonlyMap<string, AnyPredicate>
  readonly checks: ReadonlyMap<string, AnyCheck>
}

/** What a plugin adds. */
export interface Plugin {
  readonly operators?: readonly AnyOperator[]
  readonly predicates?: readonly AnyPredicate[]
  readonly checks?: readonly AnyCheck[]
}

export function definePlugin(plugin: Plugin): Plugin {
  return plugin
}

export function vocabulary(...plugins: readonly Plugin[]): Vocabulary {
  const all: readonly Plugin[] = [
    { operators: OPERATORS, predicates: PREDICATES, checks: CHECKS },
    ...plugins,
  ]
  return {
    operators: byName(
      'operator',
      all.flatMap((plugin) => plugin.operators ?? []),
    ),
    predicates: byName(
      'predicate',
      all.flatMap((plugin) => plugin.predicates ?? []),
    ),
    checks: byName(
      'check',
      all.flatMap((plugin) => plugin.checks ?? []),
    ),
  }
}

function byName<T extends { readonly name: string }>(
  noun: string,
  definitions: readonly T[],
): ReadonlyMap<string, T> {
  const result = new Map<string, T>()
  for (const definition of definitions) {
    if (result.has(definition.name))
      throw new HoldfastError(
        'HF_DUPLICATE_NAME',
        `two ${noun}s are called \`${definition.name}\``,
        'rename the one in your plugin',
      )
    result.set(definition.name, definition)
  }
  return result
}

let builtIn: Vocabulary | undefined

export function builtInVocabulary(): Vocabulary {
  return (builtIn ??= vocabulary())
}
