import type { CompiledContract } from '../contract/index.ts'
import { createGuard } from '../guard/index.ts'
import type { OfferedTool } from '../wire/request.ts'

const MOST_REMEMBERED = 1000

/** What a clause finds when it minds the name alone, whatever the tool is called with. */
const BLOCKED = 'tool-blocked'
const NOT_ALLOWED = 'tool-not-allowed'

/**
 * A tool that the provider runs itself has run before anybody sees its call, so the moment to judge it is when it is
 * offered. Asked of the contract with a call that says nothing, in a session in which nothing has happened.
 */
export function forbiddenTools(contract: CompiledContract): (tool: OfferedTool) => boolean {
  const guard = createGuard({ contract, nowMs: () => 0 })
  const remembered = new Map<string, boolean>()

  function objections(tool: string): readonly string[] {
    const { decision } = guard.judge({
      kind: 'tool-call',
      sessionId: '',
      callId: '',
      tool,
      args: {},
      hosted: true,
    })
    guard.forget('')
    return decision.findings.filter(({ verdict }) => verdict === 'deny').map(({ code }) => code)
  }

  function isForbidden(name: string): boolean {
    const found = namesOf(name).map(objections)
    if (found.some((codes) => codes.includes(BLOCKED))) return true
    // a remote server stands for tools whose names nobody knows yet, and some of them may be allowed
    return !name.startsWith('mcp__') && found.every((codes) => codes.includes(NOT_ALLOWED))
  }

  return ({ name, hosted }) => {
    if (!hosted) return false
    let known = remembered.get(name)
    if (known === undefined) {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      known = isForbidden(name)
      remembered.set(name, known)
    }
    return known
  }
}

/** As it is offered, and as its calls are named: without the word or the date of a preview. */
function namesOf(name: string): readonly string[] {
  const plain = name.replace(/_(?:preview|\d{4}).*$/u, '')
  return plain === name || plain === '' ? [name] : [name, plain]
}
