import type { ChaosWords } from '../chaos/index.ts'
import type { ContractWords } from '../contract/index.ts'
import type { MutationDefinition } from '../mutations/index.ts'

/** What is added from outside: the same values as the built-in ones, by kind. */
export interface Plugin extends ContractWords, ChaosWords {
  readonly mutations?: readonly MutationDefinition[]
}

export type PluginKind = keyof Plugin

export function definePlugin(plugin: Plugin): Plugin {
  return plugin
}

/** Several as one. */
export function joinPlugins(plugins: readonly Plugin[]): Plugin {
  return {
    operators: plugins.flatMap(({ operators = [] }) => operators),
    predicates: plugins.flatMap(({ predicates = [] }) => predicates),
    checks: plugins.flatMap(({ checks = [] }) => checks),
    faults: plugins.flatMap(({ faults = [] }) => faults),
    attacks: plugins.flatMap(({ attacks = [] }) => attacks),
    mutations: plugins.flatMap(({ mutations = [] }) => mutations),
  } satisfies Required<Plugin>
}
