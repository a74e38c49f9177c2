import type { CheckedCall } from '../../contract/define-check.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { AgentTool } from '../config/agent-tools-shape.ts'
import type { Question, Target } from '../target.ts'
import { excerpt, reasonOf, type Outcome } from './answers.ts'
import { asking } from './asking.ts'
import type { BaseUrls, Interposition, Watch } from './interposition.ts'
import { importerFor, modulePlace, valueAt, type ImportFile } from './module/load-module.ts'
import { agentIn, type AgentSource, type ModuleAgent } from './module/module-agent.ts'
import { moduleReply } from './module/module-reply.ts'
import { wrapTools, type WrappedTools } from './module/wrapped-tools.ts'

export interface ModuleTargetOptions {
  /** `./agent.ts:attribute`. */
  readonly endpoint: string
  readonly cwd: string
  readonly tools: readonly AgentTool[]
  readonly toolRegistry?: string | undefined
  readonly resetFunction?: string | undefined
  readonly timeoutMs: number
  readonly planes: Target['planes']
  readonly mostLanes: number
  readonly interposition?: Interposition | undefined
}

interface Loaded {
  readonly source: AgentSource
  readonly tools: WrappedTools
  readonly reset: (() => unknown) | undefined
}

/** A JavaScript or TypeScript function or object in this very process: nothing is faster, nothing is less isolated. */
export function moduleTarget(options: ModuleTargetOptions): Target {
  const { endpoint, timeoutMs, interposition, resetFunction } = options
  const agents = new Map<number, Promise<ModuleAgent>>()
  let loading: Promise<Loaded> | undefined
  const load = (): Promise<Loaded> => (loading ??= loadAll(options))
  const baseUrlsOf = (lane: number): BaseUrls => interposition?.baseUrls(lane) ?? PROVIDERS

  async function agentOf(lane: number): Promise<ModuleAgent> {
    const known = agents.get(lane)
    if (known !== undefined) return known
    const { source, tools } = await load()
    const made = source.make({
      tools: tools.tools,
      baseUrls: baseUrlsOf(lane),
      toolUrls: interposition?.toolUrls(lane) ?? {},
      lane,
    })
    agents.set(lane, made)
    return made
  }

  async function call(
    question: Question,
    prompt: string,
    signal: AbortSignal,
    watch: Watch | undefined,
  ): Promise<Outcome> {
    const [agent, { tools }] = await Promise.all([agentOf(question.lane), load()])
    const calls: CheckedCall[] = []
    const context = {
      tools: tools.tools,
      baseUrls: watch?.baseUrls ?? PROVIDERS,
      toolUrls: watch?.toolUrls ?? {},
      signal,
      invocation: question.invocation,
      earlier: question.earlier ?? [],
    }
    try {
      return await tools.during(question, calls, async () => moduleReply(await agent(prompt, context), calls))
    } catch (error) {
      return { reason: 'crashed', message: excerpt(crashOf(error)) }
    }
  }

  return {
    name: `module ${endpoint}`,
    planes: options.planes,
    mostLanes: options.mostLanes,
    async open() {
      await agentOf(0)
    },
    ...(resetFunction !== undefined && {
      async reset() {
        try {
          await (await load()).reset?.()
        } catch (error) {
          throw new HoldfastError('HF_CANNOT_JUDGE', `the agent could not be reset: ${reasonOf(error)}`)
        }
      },
    }),
    ask: (question) =>
      asking(question, {
        timeoutMs,
        interposition,
        work: (prompt, { signal }, watch) => call(question, prompt, signal, watch),
      }),
    async close() {
      await interposition?.close()
    },
  }
}

/** Where the providers are when nothing stands in between. */
const PROVIDERS: BaseUrls = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com',
  openrouter: 'https://openrouter.ai/api/v1',
}

async function loadAll(options: ModuleTargetOptions): Promise<Loaded> {
  const { endpoint, cwd, resetFunction, toolRegistry } = options
  const callables = options.tools.map(({ callable }) => callable)
  const load = importerFor([endpoint, resetFunction, toolRegistry, ...callables], cwd)
  // tools first: a registry is wrapped before the agent takes what it holds
  const tools = await wrapTools(options.tools, toolRegistry, load)
  const source = agentIn(await load(modulePlace(endpoint).file), endpoint)
  return {
    source,
    tools,
    reset: resetFunction === undefined ? undefined : await resetOf(resetFunction, load),
  }
}

async function resetOf(written: string, load: ImportFile): Promise<() => unknown> {
  const place = modulePlace(written)
  const value = valueAt(await load(place.file), place)
  if (typeof value === 'function') return value as () => unknown
  throw new HoldfastError('HF_INVALID_FILE', `agent.reset_function \`${written}\` is no function`)
}

function crashOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
