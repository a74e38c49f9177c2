import { HoldfastError } from '../kit/errors.ts'
import { CHECKS } from './checks/index.ts'
import type { AnyCheck } from './define-check.ts'
import type { AnyOperator } from './define-operator.ts'
import type { AnyPredicate } from './define-predicate.ts'
import { OPERATORS } from './operators/index.ts'
import { pluginCheck, pluginOperator, pluginPredicate } from './plugin-words.ts'
import { PREDICATES } from './predicates/index.ts'

/** Every word a contract may use. */
export interface Vocabulary {
  readonly operators: ReadonlyMap<string, AnyOperator>
  readonly predicates: ReadonlyMap<string, AnyPredicate>
  readonly checks: ReadonlyMap<string, AnyCheck>
}

/** What a plugin adds to the language of contracts. */
export interface ContractWords {
  readonly operators?: readonly AnyOperator[]
  readonly predicates?: readonly AnyPredicate[]
  readonly checks?: readonly AnyCheck[]
}

/** The built-in words and those of plugins. */
export function vocabulary(...plugins: readonly ContractWords[]): Vocabulary {
  const operators = plugins.flatMap((plugin) => plugin.operators ?? [])
  const predicates = plugins.flatMap((plugin) => plugin.predicates ?? [])
  const checks = plugins.flatMap((plugin) => plugin.checks ?? [])
  return {
    operators: byName('operator', [...OPERATORS, ...operators.map(pluginOperator)]),
    predicates: byName('predicate', [...PREDICATES, ...predicates.map(pluginPredicate)]),
    checks: byName('check', withCombinations([...CHECKS, ...checks.map(pluginCheck)])),
  }
}

/** Combinations hold every check of the same vocabulary. */
function withCombinations(checks: readonly AnyCheck[]): readonly AnyCheck[] {
  const all: readonly AnyCheck[] = checks.map((check) => check.over?.(() => all) ?? check)
  return all
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
