import type { ConstraintDraft, ContractDraft } from './draft.ts'
import { turnOf, type Complaint, type Past } from './history.ts'
import { globMatches } from './text.ts'

interface Attempt {
  readonly constraint: ConstraintDraft
  readonly strategy: string
  readonly attempt: number
  readonly lastTurn: number
  isTold: boolean
  isReleased: boolean
}

/** How far every recovery has come after these events. */
export interface Recovering {
  readonly attempts: readonly Attempt[]
  readonly endedBy: string | undefined
  /** What the last event, when it ended a turn, did to the recoveries. */
  readonly steps: readonly string[]
}

function withStrategies({ soft, governanceSoft }: ContractDraft): readonly ConstraintDraft[] {
  return [...soft, ...governanceSoft].filter(({ recovery }) => recovery !== undefined)
}

/** Told from the beginning, event by event. */
export function recoveringAfter(
  draft: ContractDraft,
  events: readonly Past[],
  wentThrough: (each: Past) => boolean,
): Recovering {
  const { strategies } = draft.recovery
  const typeOf = (name: string) => strategies.find((each) => each.name === name)?.type
  let attempts: Attempt[] = []
  let steps: string[] = []
  let endedBy: string | undefined
  const givenUp = new Set<string>()
  events.forEach((each, index) => {
    steps = []
    const { event, complaints } = each
    if (event.kind === 'mark' && event.marker === 'holdfast:release')
      for (const attempt of attempts) attempt.isReleased = true
    if (event.kind === 'model-request' && wentThrough(each))
      for (const attempt of attempts) attempt.isTold = true
    if (event.kind !== 'turn-end') return
    const turn = turnOf(events.slice(0, index + 1))
    const next: Attempt[] = []
    for (const constraint of withStrategies(draft)) {
      const { name, recovery_window: window = 3 } = constraint
      const isBroken = complaints.some(({ clauseId }) => clauseId === name)
      const begin = (strategy: string, attempt: number) => {
        steps.push(`${name} ${strategy} ${attempt} started`)
        next.push({
          constraint,
          strategy,
          attempt,
          lastTurn: turn + window,
          isTold: false,
          isReleased: false,
        })
      }
      const current = attempts.find((attempt) => attempt.constraint === constraint)
      if (current === undefined) {
        if (!isBroken) givenUp.delete(name)
        else if (!givenUp.has(name)) begin(constraint.recovery!, 1)
        continue
      }
      const { strategy, attempt } = current
      if (!isBroken) steps.push(`${name} ${strategy} ${attempt} recovered`)
      else if (turn < current.lastTurn) next.push(current)
      else {
        steps.push(`${name} ${strategy} ${attempt} failed`)
        const { max_attempts: max = 1, fallback } = strategies.find((known) => known.name === strategy)!
        if (attempt < max) begin(strategy, attempt + 1)
        else if (fallback !== undefined) begin(fallback, 1)
        else {
          steps.push(`${name} ${strategy} ${attempt} exhausted`)
          givenUp.add(name)
        }
      }
    }
    attempts = next
    endedBy ??= attempts.find(({ strategy }) => typeOf(strategy) === 'graceful_shutdown')?.strategy
  })
  return { attempts, endedBy, steps }
}

/** What the recoveries at work demand of an act. */
export function demandsOf(
  draft: ContractDraft,
  { attempts, endedBy }: Recovering,
  { event }: Past,
): { readonly complaints: readonly Complaint[]; readonly directives: readonly string[] } {
  const complaints: Complaint[] = []
  const directives: string[] = []
  if (event.kind !== 'turn-start' && event.kind !== 'model-request' && event.kind !== 'tool-call')
    return { complaints, directives }
  const complain = (clauseId: string, code: string, verdict: string) =>
    complaints.push({ clauseId, code, verdict, counted: false })
  for (const { constraint, strategy: name, isTold, isReleased } of attempts) {
    const { type, actions = [] } = draft.recovery.strategies.find((each) => each.name === name)!
    const [tools, words] = [
      actions.filter((each) => !each.includes(' ')),
      actions.filter((each) => each.includes(' ')),
    ]
    const isRequest = event.kind === 'model-request'
    if (type === 'inject_correction' && isRequest && !isTold)
      directives.push(['inject-guidance', name, ...actions].join(' '))
    if (type === 'reduce_autonomy' && isRequest) {
      directives.push(['narrow-tools', name, ...tools].join(' '))
      if (!isTold && words.length > 0) directives.push(['inject-guidance', name, ...words].join(' '))
    }
    if (type === 'reduce_autonomy' && event.kind === 'tool-call') {
      const isLeft = tools.some((tool) => globMatches(tool.toLowerCase(), event.tool.toLowerCase()))
      if (!isLeft) complain(constraint.name, 'autonomy-reduced', 'deny')
    }
    if (type === 'pause_and_escalate' && !isReleased) {
      directives.push(`pause ${name}`)
      complain(constraint.name, 'paused', 'ask')
    }
  }
  if (endedBy !== undefined) {
    directives.push(`end-session ${endedBy}`)
    const blamed =
      attempts.find(({ strategy }) => strategy === endedBy)?.constraint ?? withStrategies(draft)[0]!
    complain(blamed.name, 'session-ended', 'deny')
  }
  return { complaints, directives }
}
