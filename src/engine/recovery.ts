import { globListMatcher } from '../kit/glob.ts'
import type { CompiledContract, Strategy } from '../contract/index.ts'
import type { AgentEvent, Directive, Finding, RecoveryStep } from '../model/index.ts'

/** Written by whoever may release a paused session; agents cannot send marks of this name through a surface. */
export const RELEASE_MARK = 'holdfast:release'

/** A strategy at work for one broken soft constraint. */
export interface ActiveRecovery {
  readonly clauseId: string
  readonly strategy: string
  readonly attempt: number
  /** The last turn by whose end the constraint must hold again. */
  readonly untilTurn: number
  /** Guidance is given once an attempt, with the next request. */
  readonly told: boolean
  readonly released: boolean
}

export interface RecoveryState {
  readonly active: readonly ActiveRecovery[]
  /** Constraints whose whole chain failed; not tried again until they hold once. */
  readonly exhausted: readonly string[]
  readonly endedBy: string | undefined
}

export const NO_RECOVERY: RecoveryState = { active: [], exhausted: [], endedBy: undefined }

export interface RecoveryOutcome {
  readonly state: RecoveryState
  readonly steps: readonly RecoveryStep[]
}

/** At the end of a turn: start, close, repeat or pass on each recovery. */
export function recoverAtTurnEnd(
  { clauses, contract }: CompiledContract,
  state: RecoveryState,
  broken: ReadonlySet<string>,
  turn: number,
): RecoveryOutcome {
  const steps: RecoveryStep[] = []
  const active: ActiveRecovery[] = []
  const exhausted = new Set(state.exhausted)
  const strategies = new Map(contract.recovery.strategies.map((strategy) => [strategy.name, strategy]))
  const begin = (clauseId: string, strategy: string, attempt: number, window: number) => {
    steps.push({ clauseId, strategy, attempt, outcome: 'started' })
    active.push({ clauseId, strategy, attempt, untilTurn: turn + window, told: false, released: false })
  }
  for (const { id, recovery } of clauses) {
    if (recovery === undefined) continue
    const current = state.active.find(({ clauseId }) => clauseId === id)
    const isBroken = broken.has(id)
    if (current === undefined) {
      if (!isBroken) exhausted.delete(id)
      else if (!exhausted.has(id)) begin(id, recovery.strategy, 1, recovery.window)
      continue
    }
    if (!isBroken)
      steps.push({ clauseId: id, strategy: current.strategy, attempt: current.attempt, outcome: 'recovered' })
    else if (turn < current.untilTurn) active.push(current)
    else {
      steps.push({ clauseId: id, strategy: current.strategy, attempt: current.attempt, outcome: 'failed' })
      const strategy = strategies.get(current.strategy)
      if (strategy !== undefined && current.attempt < strategy.maxAttempts)
        begin(id, strategy.name, current.attempt + 1, recovery.window)
      else if (strategy?.fallback !== undefined) begin(id, strategy.fallback, 1, recovery.window)
      else {
        steps.push({
          clauseId: id,
          strategy: current.strategy,
          attempt: current.attempt,
          outcome: 'exhausted',
        })
        exhausted.add(id)
      }
    }
  }
  const ending = active.find(({ strategy }) => strategies.get(strategy)?.type === 'graceful_shutdown')
  return { state: { active, exhausted: [...exhausted], endedBy: state.endedBy ?? ending?.strategy }, steps }
}

export function release(state: RecoveryState): RecoveryState {
  return { ...state, active: state.active.map((recovery) => ({ ...recovery, released: true })) }
}

export interface RecoveryDemand {
  readonly directives: readonly Directive[]
  readonly findings: readonly Finding[]
  readonly state: RecoveryState
}

/** Nothing is being recovered from, so no event is asked anything. */
export function isIdle({ active, endedBy }: RecoveryState): boolean {
  return active.length === 0 && endedBy === undefined
}

/** What the recoveries at work ask of this event: guidance, fewer tools, a pause, or the end. */
export function demandsOn(
  { contract, clauses }: CompiledContract,
  state: RecoveryState,
  event: AgentEvent,
): RecoveryDemand {
  const acts = event.kind === 'model-request' || event.kind === 'tool-call' || event.kind === 'turn-start'
  if (!acts) return { directives: [], findings: [], state }
  const directives: Directive[] = []
  const findings: Finding[] = []
  const finding = (clauseId: string, code: string, verdict: 'ask' | 'deny', params: Finding['params']) => {
    const clause = clauses.find(({ id }) => id === clauseId)
    // the constraint that started the strategy answers for what the strategy does
    if (clause !== undefined)
      findings.push({
        clauseId,
        operator: clause.operator,
        code,
        level: clause.level,
        severity: clause.severity,
        verdict,
        params,
        location: clause.location,
        counted: false,
      })
  }
  const active = state.active.map((recovery) => {
    const strategy = contract.recovery.strategies.find(({ name }) => name === recovery.strategy)
    if (strategy === undefined) return recovery
    switch (strategy.type) {
      case 'inject_correction':
        if (recovery.told || event.kind !== 'model-request') return recovery
        directives.push({ kind: 'inject-guidance', strategy: strategy.name, actions: strategy.actions })
        return { ...recovery, told: true }
      case 'reduce_autonomy': {
        const { tools, guidance } = reducedTo(strategy)
        if (event.kind === 'model-request') {
          directives.push({ kind: 'narrow-tools', strategy: strategy.name, tools })
          if (!recovery.told && guidance.length > 0)
            directives.push({ kind: 'inject-guidance', strategy: strategy.name, actions: guidance })
          return { ...recovery, told: true }
        }
        if (event.kind === 'tool-call' && !globListMatcher(tools, { ignoreCase: true })(event.tool))
          finding(recovery.clauseId, 'autonomy-reduced', 'deny', {
            strategy: strategy.name,
            tool: event.tool,
            tools: [...tools],
          })
        return recovery
      }
      case 'pause_and_escalate':
        if (recovery.released) return recovery
        directives.push({ kind: 'pause', strategy: strategy.name })
        finding(recovery.clauseId, 'paused', 'ask', { strategy: strategy.name })
        return recovery
      case 'graceful_shutdown':
        return recovery
    }
  })
  if (state.endedBy !== undefined) {
    directives.push({ kind: 'end-session', strategy: state.endedBy })
    const clauseId =
      state.active.find(({ strategy }) => strategy === state.endedBy)?.clauseId ??
      clauses.find(({ recovery }) => recovery !== undefined)?.id
    if (clauseId !== undefined) finding(clauseId, 'session-ended', 'deny', { strategy: state.endedBy })
  }
  return { directives, findings, state: { ...state, active } }
}

/** An action without spaces names a tool that stays; the others are words for the model. */
function reducedTo({ actions }: Strategy): { tools: readonly string[]; guidance: readonly string[] } {
  const isTool = (action: string) => !/\s/u.test(action.trim())
  return { tools: actions.filter(isTool), guidance: actions.filter((action) => !isTool(action)) }
}
