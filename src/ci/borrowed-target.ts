import type { Question, Target } from '../lab/target.ts'

/** An agent that somebody else opened and will close, asked in a way of its own. */
export function borrowed(
  target: Target,
  change: (question: Question) => Question = (question) => question,
  lane?: number,
): Target {
  return {
    name: target.name,
    planes: target.planes,
    mostLanes: lane === undefined ? target.mostLanes : 1,
    open: async () => undefined,
    // with a reset in place nobody looks again whether the agent keeps state, which the first phase has done
    reset: async (own) => target.reset?.(lane ?? own),
    ask: (question) => target.ask(change(lane === undefined ? question : { ...question, lane })),
    close: async () => undefined,
  }
}
