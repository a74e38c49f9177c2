import { requireProbability } from './ranges.ts'

/** What a pipeline keeps, given what its agents and the handoffs between them keep. */
export interface PipelineBounds {
  /** The product: right when failures are independent. */
  readonly independent: number
  /** Fréchet's bound: holds however the failures hang together. */
  readonly worstCase: number
}

/** One probability per agent, and one per handoff between neighbours. */
export function pipelineBounds(agents: readonly number[], handoffs: readonly number[]): PipelineBounds {
  if (agents.length === 0) throw new RangeError('a pipeline needs at least one agent')
  if (handoffs.length !== agents.length - 1)
    throw new RangeError(
      `${agents.length} agents have ${agents.length - 1} handoff probabilities between them, not ${handoffs.length}`,
    )
  for (const [index, probability] of agents.entries()) requireProbability(`agent ${index + 1}`, probability)
  for (const [index, probability] of handoffs.entries())
    requireProbability(`handoff ${index + 1}`, probability)
  const parts = [...agents, ...handoffs]
  return { independent: parts.reduce((product, part) => product * part, 1), worstCase: frechetBound(parts) }
}

/** max(0, Σp − (n − 1)): all hold at least this often, whatever their dependence. */
export function frechetBound(probabilities: readonly number[]): number {
  for (const [index, probability] of probabilities.entries())
    requireProbability(`probability ${index + 1}`, probability)
  const missing = probabilities.reduce((sum, probability) => sum + (1 - probability), 0)
  // because 1 − (1 − p) may round to just above p
  return Math.max(0, Math.min(1 - missing, ...probabilities))
}
