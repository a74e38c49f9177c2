import type { ActiveChaos } from '../model/index.ts'
import type { AnyAttack, Arrival } from './define-attack.ts'
import type { LlmFaultDefinition, ToolFaultDefinition } from './define-fault.ts'
import type { Plane } from './chaos-run.ts'
import type { Schedule } from './schedule/schedule.ts'

export type FaultKind = 'tool' | 'llm' | 'context'

/** One entry of a chaos section, read and complete; it brings along what it does when it strikes. */
export type PlannedFault = PlannedEntry &
  (
    | { readonly kind: 'tool'; readonly definition: ToolFaultDefinition }
    | { readonly kind: 'llm'; readonly definition: LlmFaultDefinition }
    | { readonly kind: 'context'; readonly definition: AnyAttack }
  )

export interface PlannedEntry {
  /** Unique in its plan, such as `tool.market_data_api.error` or `llm.empty#2`. */
  readonly id: string
  /** The id before duplicates were numbered. */
  readonly label: string
  /** The word after `mode:` or `type:`. */
  readonly name: string
  /** A tool's name or glob, `llm` or `context`. */
  readonly target: string
  readonly matchUrl?: string
  readonly arrives?: Arrival
  readonly plane: Plane | 'auto'
  readonly schedule: Schedule
  readonly options: Readonly<Record<string, unknown>>
  /** Where it stands in its file. */
  readonly path: string
  readonly offset?: number
}

/** What may go wrong in one scenario. Faults that are switched off are not in it. */
export interface ChaosPlan {
  readonly faults: readonly PlannedFault[]
}

export const NO_CHAOS: ChaosPlan = { faults: [] }

export function chaosPlan(faults: readonly PlannedFault[]): ChaosPlan {
  const seen = new Map<string, number>()
  return {
    faults: faults.map((fault) => {
      const count = (seen.get(fault.label) ?? 0) + 1
      seen.set(fault.label, count)
      return { ...fault, id: count === 1 ? fault.label : `${fault.label}#${count}` }
    }),
  }
}

/** Both at once; those of the first plan keep their ids, and so their draws. */
export function mergePlans(first: ChaosPlan, second: ChaosPlan): ChaosPlan {
  return chaosPlan([...first.faults, ...second.faults])
}

export function activeChaos({ faults }: ChaosPlan): ActiveChaos {
  const has = (kind: FaultKind): boolean => faults.some((fault) => fault.kind === kind)
  return { tool: has('tool'), llm: has('llm'), context: has('context') }
}

export function faultIds({ faults }: ChaosPlan): readonly string[] {
  return faults.map(({ id }) => id)
}
