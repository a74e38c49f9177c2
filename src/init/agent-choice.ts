import { HoldfastError } from '../kit/errors.ts'

/** How the agent is reached, as far as one word can tell. */
export type AgentChoice =
  | { readonly type: 'http'; readonly endpoint: string }
  | { readonly type: 'module'; readonly endpoint: string }
  | { readonly type: 'python'; readonly endpoint: string }
  /** There is none yet: a small one is written to begin with. */
  | { readonly type: 'starter' }

export const AGENT_FORMS = 'a URL, `./agent.ts:answer`, or `my_module:answer` for Python'

export function agentChoice(written: string): AgentChoice {
  if (/^https?:\/\/\S+$/u.test(written)) return { type: 'http', endpoint: written }
  if (/^\.{0,2}\/?\S+\.[cm]?[jt]s(?::\w+)?$/u.test(written)) return { type: 'module', endpoint: written }
  if (/^[A-Za-z_][\w.]*:[A-Za-z_]\w*$/u.test(written)) return { type: 'python', endpoint: written }
  throw new HoldfastError('HF_USAGE', `\`${written}\` does not name an agent`, `give ${AGENT_FORMS}`)
}
