import { HoldfastError } from '../kit/errors.ts'
import { ATTACKS } from './attacks/index.ts'
import type { AnyAttack } from './define-attack.ts'
import type { AnyFault, LlmFaultDefinition, ToolFaultDefinition } from './define-fault.ts'
import { FAULTS } from './faults/index.ts'
import { pluginFault } from './plugin-fault.ts'

/** Everything a chaos section may name. */
export interface ChaosVocabulary {
  readonly tool: readonly ToolFaultDefinition[]
  readonly llm: readonly LlmFaultDefinition[]
  readonly context: readonly AnyAttack[]
}

/** What a plugin adds to chaos. */
export interface ChaosWords {
  readonly faults?: readonly AnyFault[]
  readonly attacks?: readonly AnyAttack[]
}

export function chaosVocabulary(...plugins: readonly ChaosWords[]): ChaosVocabulary {
  const faults = [...FAULTS, ...plugins.flatMap((plugin) => plugin.faults ?? []).map(pluginFault)]
  const attacks = [...ATTACKS, ...plugins.flatMap((plugin) => plugin.attacks ?? [])]
  return {
    tool: onlyOnce(
      'tool faults',
      faults.filter((fault) => fault.strikes === 'tool'),
    ),
    llm: onlyOnce(
      'llm faults',
      faults.filter((fault) => fault.strikes === 'llm'),
    ),
    context: onlyOnce('context attacks', attacks),
  }
}

function onlyOnce<T extends { readonly name: string }>(
  nouns: string,
  definitions: readonly T[],
): readonly T[] {
  const names = definitions.map(({ name }) => name)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated === undefined) return definitions
  throw new HoldfastError(
    'HF_DUPLICATE_NAME',
    `two ${nouns} are called \`${repeated}\``,
    'rename the one in your plugin',
  )
}
