import { HoldfastError } from '../../../kit/errors.ts'
import type { EarlierTurn } from '../../target.ts'
import type { BaseUrls } from '../interposition.ts'
import { modulePlace, valueAt, type Namespace } from './load-module.ts'

export type Tool = (...args: never[]) => unknown

/** What an agent in the same process gets beside the prompt. */
export interface AgentContext {
  /** Its tools, each with the lab in front of it. */
  readonly tools: Readonly<Record<string, Tool>>
  /** Where it finds its models, so that faults can reach it on the wire. */
  readonly baseUrls: BaseUrls
  /** Where it finds the tools that are behind an address. */
  readonly toolUrls: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly invocation: string
  readonly earlier: readonly EarlierTurn[]
}

export type ModuleAgent = (prompt: string, context: AgentContext) => unknown

/** What `createAgent` gets; it is called once a lane, so that copies do not share state. */
export interface AgentParts {
  readonly tools: Readonly<Record<string, Tool>>
  readonly baseUrls: BaseUrls
  readonly toolUrls: Readonly<Record<string, string>>
  readonly lane: number
}

const METHODS = ['invoke', 'run', 'answer', 'ask', 'generate'] as const

/** How a lane gets its agent from what the module exports. */
export interface AgentSource {
  readonly isPerLane: boolean
  make(parts: AgentParts): Promise<ModuleAgent>
}

export function agentIn(namespace: Namespace, written: string): AgentSource {
  const place = modulePlace(written)
  const attribute = place.attribute === '' ? defaultAttribute(namespace, place.file) : place.attribute
  const value = valueAt(namespace, { ...place, attribute })
  if (attribute === 'createAgent')
    return {
      isPerLane: true,
      make: async (parts) =>
        callableOf(await (value as (parts: AgentParts) => unknown)(parts), `${place.file}:createAgent()`),
    }
  const agent = callableOf(value, `${place.file}:${attribute}`)
  return { isPerLane: false, make: async () => agent }
}

function defaultAttribute(namespace: Namespace, file: string): string {
  const inner = namespace['default'] as Namespace | undefined
  const found = ['default', 'agent', 'createAgent'].find(
    (name) => name in namespace && namespace[name] !== undefined,
  )
  // a CommonJS file may wrap its exports once more
  if (found === 'default' && typeof inner === 'object' && inner !== null && 'agent' in inner)
    return 'default.agent'
  if (found !== undefined) return found
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `\`${file}\` exports neither \`default\` nor \`agent\` nor \`createAgent\`; it has ${Object.keys(namespace).join(', ') || 'no exports'}`,
    `name the export: ${file}:<export>`,
  )
}

function callableOf(value: unknown, name: string): ModuleAgent {
  if (typeof value === 'function') return value as ModuleAgent
  const holder = Object(value) as Readonly<Record<string, unknown>>
  const method = METHODS.find((each) => typeof holder[each] === 'function')
  if (method !== undefined)
    return (prompt, context) => (holder[method] as ModuleAgent).call(holder, prompt, context)
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `\`${name}\` is no agent: it is ${value === null ? 'null' : typeof value}`,
    `export a function (prompt, context), or an object with ${METHODS.join(', ')}`,
  )
}
