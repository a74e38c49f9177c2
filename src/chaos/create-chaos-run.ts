import { hash53 } from '../kit/hash.ts'
import type { JsonValue } from '../model/index.ts'
import type { AssignedFault, AssignedPlan } from './assign-planes.ts'
import type { ChaosRun, LedgerEntry, Plane, ToolAction, ToolCallSeen } from './chaos-run.ts'
import type { ToolStrike } from './define-fault.ts'
import { matchesCall } from './matches-call.ts'
import { UNTOUCHED, type ModelAction, type ReplyEdit } from './model-action.ts'
import type { FaultKind } from './plan.ts'
import { ScheduledFault, type Chance } from './schedule/scheduled.ts'

/** Names one invocation of the agent; everything random in it follows from these four. */
export interface Invocation {
  readonly seed: number | string
  readonly scenario: string
  readonly prompt: string | number
  readonly trial: number
}

/** A chaos run that knows its plan, so that one can ask which faults never fired. */
export interface PlannedChaosRun extends ChaosRun {
  readonly plan: AssignedPlan
}

/** The faults of the plan that did nothing; a cell with such a fault proves nothing about it. */
export function unfired({ plan, ledger }: PlannedChaosRun): readonly AssignedFault[] {
  const fired = new Set(ledger.map(({ faultId }) => faultId))
  return plan.faults.filter(({ id }) => !fired.has(id))
}

interface Attack<Kind extends FaultKind> {
  readonly scheduled: ScheduledFault<AssignedFault & { readonly kind: Kind }>
  readonly chance: Chance
}

const RUNS: ToolAction = { kind: 'run', delayMs: 0 }

export function createChaosRun(plan: AssignedPlan, invocation: Invocation): PlannedChaosRun {
  return new Run(plan, invocation)
}

class Run implements PlannedChaosRun {
  readonly plan: AssignedPlan
  readonly #ledger: LedgerEntry[] = []
  readonly #faults: readonly ScheduledFault[]
  readonly #toolActions = new Map<string, ToolAction>()
  readonly #resultAttacks = new Map<string, readonly Attack<'context'>[]>()
  readonly #inputs = new Map<string, string>()

  constructor(plan: AssignedPlan, { seed, scenario, prompt, trial }: Invocation) {
    this.plan = plan
    const name = JSON.stringify([scenario, prompt, trial])
    // a long prompt is hashed once and not again for every draw
    const label = name.length < 64 ? name : `${hash53(name, 1)}.${hash53(name, 2)}`
    this.#faults = plan.faults.map((fault) => new ScheduledFault(fault, seed, label))
  }

  get ledger(): readonly LedgerEntry[] {
    return this.#ledger
  }

  toolCall(plane: Plane, call: ToolCallSeen): ToolAction {
    if (this.#faults.length === 0) return RUNS
    const key = `${plane}\u0000${call.callId}`
    const known = this.#toolActions.get(key)
    if (known !== undefined) return known
    const action = this.#toolAction(plane, call)
    this.#toolActions.set(key, action)
    return action
  }

  #toolAction(plane: Plane, call: ToolCallSeen): ToolAction {
    const granted = this.#chances(plane, 'tool', call.tool, (fault) => matchesCall(fault, call))
    const target = plane === 'boundary' ? 'agent' : call.tool
    let delayMs = 0
    for (const { scheduled, chance } of granted) {
      const { definition, options } = scheduled.fault
      const strike = definition.strike(options, chance)
      this.#fired(scheduled, { target, callId: call.callId })
      if (strike.kind === 'delay') delayMs += strike.delayMs
      else return ending(strike, delayMs)
    }
    return delayMs === 0 ? RUNS : { kind: 'run', delayMs }
  }

  toolResult(plane: Plane, call: ToolCallSeen, content: JsonValue): JsonValue {
    const key = `${plane}\u0000${call.callId}`
    let attacks = this.#resultAttacks.get(key)
    if (attacks === undefined) {
      attacks =
        plane === 'boundary'
          ? []
          : this.#chances(plane, 'context', call.tool, ({ arrives }) => arrives === 'tool_result')
      this.#resultAttacks.set(key, attacks)
      for (const { scheduled } of attacks) this.#fired(scheduled, { target: call.tool, callId: call.callId })
    }
    return attacks.reduce<JsonValue>((sofar, { scheduled, chance }) => {
      const { definition, options } = scheduled.fault
      return definition.inResult(sofar, options, chance.fresh())
    }, content)
  }

  modelCall(plane: Plane): ModelAction {
    const granted = this.#chances(plane, 'llm', 'llm', () => true).map((attack) => {
      const { definition, options } = attack.scheduled.fault
      return { ...attack, strike: definition.strike(options, attack.chance) }
    })
    for (const { scheduled, strike } of granted) {
      if (strike.kind === 'edit') continue
      this.#fired(scheduled, { target: 'llm' })
      return strike.kind === 'refuse'
        ? { delayMs: strike.delayMs, refusal: strike.refusal, edits: [] }
        : { delayMs: 0, timeOutAfterMs: strike.afterMs, edits: [] }
    }
    if (granted.length === 0) return UNTOUCHED
    const entries = new Map<ReplyEdit, { readonly scheduled: ScheduledFault; readonly entry: LedgerEntry }>()
    for (const { scheduled, strike } of granted)
      if (strike.kind === 'edit')
        entries.set(strike.edit, { scheduled, entry: this.#fired(scheduled, { target: 'llm' }) })
    return {
      delayMs: 0,
      edits: [...entries.keys()],
      missed: (edit) => {
        const found = entries.get(edit)
        if (found === undefined || !entries.delete(edit)) return
        found.scheduled.missed()
        this.#ledger.splice(this.#ledger.indexOf(found.entry), 1)
      },
    }
  }

  input(plane: Plane, prompt: string): string {
    const key = `${plane}\u0000${prompt}`
    const known = this.#inputs.get(key)
    if (known !== undefined) return known
    const arrives = ({ arrives: way }: AssignedFault): boolean => plane === 'boundary' || way === 'input'
    let attacked = prompt
    for (const { scheduled, chance } of this.#chances(plane, 'context', 'input', arrives)) {
      const { definition, options } = scheduled.fault
      attacked = definition.inInput(attacked, options, chance)
      this.#fired(scheduled, { target: 'context' })
    }
    this.#inputs.set(key, attacked)
    return attacked
  }

  touchesResults(plane: Plane): boolean {
    return this.plan.faults.some((fault) => fault.plane === plane && fault.arrives === 'tool_result')
  }

  /** Every fault that could have hit counts the call, whichever of them has the last word. */
  #chances<Kind extends FaultKind>(
    plane: Plane,
    kind: Kind,
    target: string,
    concerns: (fault: AssignedFault) => boolean,
  ): readonly Attack<Kind>[] {
    const granted: Attack<Kind>[] = []
    for (const each of this.#faults) {
      if (each.fault.plane !== plane || each.fault.kind !== kind || !concerns(each.fault)) continue
      // sound because a fault's kind has just been compared
      const scheduled = each as Attack<Kind>['scheduled']
      const chance = scheduled.chance(target)
      if (chance !== undefined) granted.push({ scheduled, chance })
    }
    return granted
  }

  #fired(scheduled: ScheduledFault, where: Pick<LedgerEntry, 'target' | 'callId'>): LedgerEntry {
    const { id: faultId, name: fault, plane } = scheduled.fault
    scheduled.fired()
    const entry: LedgerEntry = { faultId, fault, plane, ...where }
    this.#ledger.push(entry)
    return entry
  }
}

function ending(strike: Exclude<ToolStrike, { kind: 'delay' }>, delayMs: number): ToolAction {
  return { ...strike, delayMs }
}
