import { fileURLToPath } from 'node:url'
import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { AgentTool } from '../config/agent-tools-shape.ts'
import type { Target } from '../target.ts'
import { promptWithEarlier } from './earlier-turns.ts'
import { hostedTarget } from './hosted.ts'
import { startHost } from './hosts/host-process.ts'
import { requestTemplate } from './http/request-template.ts'
import { structuredInput } from './http/structured-input.ts'
import type { Interposition } from './interposition.ts'

export interface PythonTargetOptions {
  readonly style: 'python' | 'langchain'
  /** `module:attribute`. */
  readonly endpoint: string
  /** The interpreter, such as `python3` or `.venv/bin/python`. */
  readonly interpreter: string
  readonly cwd: string
  readonly env: (lane: number) => Readonly<Record<string, string | undefined>>
  readonly tools: readonly AgentTool[]
  readonly toolRegistry?: string | undefined
  readonly resetFunction?: string | undefined
  readonly startsAfresh?: boolean
  /** For chains that take another input than `{"input": …}`. */
  readonly requestTemplate?: string | undefined
  readonly timeoutMs: number
  readonly planes: Target['planes']
  readonly mostLanes: number
  readonly interposition?: Interposition | undefined
}

const HOST = fileURLToPath(new URL('./hosts/agent_host.py', import.meta.url))
/** Importing an agent can mean importing a machine-learning library. */
const LOAD_WITHIN_MS = 120_000

/** A Python callable or a chain, imported by a helper that needs nothing but the standard library. */
export function pythonTarget(options: PythonTargetOptions): Target {
  const { style, endpoint, interpreter, cwd } = options
  const template =
    options.requestTemplate === undefined ? undefined : requestTemplate(options.requestTemplate)
  const name = `${style} ${endpoint}`
  const load: JsonObject = {
    endpoint,
    style,
    paths: [cwd],
    tools: options.tools.flatMap((tool) =>
      tool.callable === undefined ? [] : [{ name: tool.name, callable: tool.callable }],
    ),
    registry: options.toolRegistry ?? null,
    reset: options.resetFunction ?? null,
  }
  const inputOf = (prompt: string): JsonValue => {
    const payload = template?.(prompt, structuredInput(prompt))
    if (payload === undefined) return { input: prompt }
    return payload.kind === 'json' ? payload.value : payload.text
  }
  return hostedTarget({
    ...options,
    name,
    hasReset: options.resetFunction !== undefined,
    start: (lane) =>
      startHost({
        // unbuffered, so that what the agent printed is there when it dies
        command: [interpreter, '-u', '-X', 'utf8', HOST],
        cwd,
        env: { ...options.env(lane), PYTHONDONTWRITEBYTECODE: '1' },
        load,
        loadWithinMs: LOAD_WITHIN_MS,
        name: `the agent \`${endpoint}\``,
      }),
    order(question, prompt) {
      const whole = promptWithEarlier({ ...question, prompt })
      return {
        prompt: whole,
        input: inputOf(whole),
        context: {
          invocation: question.invocation,
          prompt,
          earlier: (question.earlier ?? []).map(({ role, content }) => ({ role, content })),
        },
      }
    },
  })
}
