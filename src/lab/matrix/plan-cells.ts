import { activeChaos, type AssignedPlan } from '../../chaos/index.ts'
import { conditionHolds, NO_FACTS } from '../../contract/index.ts'
import type { ActiveChaos } from '../../model/index.ts'
import type { Row } from './rows.ts'

/** A scenario whose faults know where they are injected. */
export interface PlannedScenario {
  readonly name: string
  readonly plan: AssignedPlan
  readonly chaos: ActiveChaos
}

export interface PlannedCell {
  readonly row: Row
  readonly scenario: PlannedScenario
  readonly isApplicable: boolean
  /** The asks that its trials consist of, one for each prompt. */
  readonly asks: number
}

/** One question that every trial puts once, and the cells that are judged on its answer. */
export interface Ask {
  readonly scenario: PlannedScenario
  readonly prompt: string
  readonly cells: readonly { readonly cell: number; readonly prompt: number }[]
}

export interface MatrixPlan {
  readonly cells: readonly PlannedCell[]
  readonly asks: readonly Ask[]
}

/** Which cells a run is narrowed to: an invariant, a scenario, or `invariant@scenario`. */
export type Only = (invariant: string, scenario: string) => boolean

export function planCells(
  rows: readonly Row[],
  scenarios: readonly PlannedScenario[],
  prompts: readonly string[],
  { isolation, only = () => true }: { readonly isolation: 'cell' | 'shared'; readonly only?: Only },
): MatrixPlan {
  const cells: PlannedCell[] = []
  const asks: { scenario: PlannedScenario; prompt: string; cells: { cell: number; prompt: number }[] }[] = []
  for (const scenario of scenarios) {
    const shared = new Map<string, { cell: number; prompt: number }[]>()
    for (const row of rows) {
      if (!only(row.source.id, scenario.name)) continue
      const isApplicable = conditionHolds(row.source.when, { ...NO_FACTS, chaos: scenario.chaos })
      const asked = isApplicable && !row.unseen ? (row.source.probes ?? prompts) : []
      const cell = cells.push({ row, scenario, isApplicable, asks: asked.length }) - 1
      asked.forEach((prompt, index) => {
        const judged = { cell, prompt: index }
        const known = isolation === 'shared' ? shared.get(prompt) : undefined
        if (known !== undefined) known.push(judged)
        else {
          const list = [judged]
          shared.set(prompt, list)
          asks.push({ scenario, prompt, cells: list })
        }
      })
    }
  }
  return { cells, asks }
}

export function plannedScenario(name: string, plan: AssignedPlan): PlannedScenario {
  return { name, plan, chaos: activeChaos(plan) }
}
