import type { Judged } from '../../guard/index.ts'
import { canonicalJson } from '../../kit/canonical-json.ts'
import type { JsonValue } from '../../model/index.ts'
import { isStopped, refusalOf } from '../../exchange/refusals.ts'
import { readArgs } from '../../wire/call-args.ts'
import { adapterGuard, type AdapterOptions } from '../adapter-guard.ts'
import { breachOf } from '../breach-of.ts'
import { ContractBreachError } from '../contract-breach-error.ts'
import type { ContractSource } from '../contract-source.ts'
import type { ContractGuard, GuardedEvent } from '../guard.ts'
import {
  askedIn,
  type AgentsInput,
  type AgentsOutput,
  type AgentsRunContext,
  type AgentsToolCall,
  type GuardrailOutcome,
  type ToolGuardrailOutcome,
} from './shapes.ts'

const NAME = 'holdfast-contract'

/** Guardrails of the OpenAI Agents SDK (`@openai/agents`). */
export interface OpenAiAgentsGuardrails {
  /** For an agent or a runner; judged before the model is asked. */
  readonly inputGuardrails: {
    name: string
    runInParallel: boolean
    execute(args: AgentsInput): Promise<GuardrailOutcome>
  }[]
  /** For an agent or a runner; judges the last answer and what the run has cost. */
  readonly outputGuardrails: { name: string; execute(args: AgentsOutput): Promise<GuardrailOutcome> }[]
  /** For every function tool: `tool({ …, ...guardrails.tool })`. */
  readonly tool: {
    readonly inputGuardrails: {
      type: 'tool_input'
      name: string
      run(data: AgentsToolCall): Promise<ToolGuardrailOutcome>
    }[]
    readonly outputGuardrails: {
      type: 'tool_output'
      name: string
      run(data: AgentsToolCall & { readonly output: unknown }): Promise<ToolGuardrailOutcome>
    }[]
  }
}

export interface OpenAiAgentsOptions extends AdapterOptions {
  /** Names the session of a run by the context it was given; without it all runs are in one session. */
  readonly sessionOf?: (context: unknown) => string
}

const PASSED: GuardrailOutcome = { tripwireTriggered: false, outputInfo: undefined }

/** Judges agents of the OpenAI Agents SDK by a contract. */
export function openaiAgentsGuardrails(
  contract: ContractSource | ContractGuard,
  { sessionOf, ...options }: OpenAiAgentsOptions = {},
): OpenAiAgentsGuardrails {
  const { guardFor, sessionId = 'agents', onDeny } = adapterGuard(contract, options)
  const guardOf = ({ context }: AgentsRunContext): ContractGuard =>
    guardFor(sessionOf === undefined ? sessionId : sessionOf(context))

  /** What a guardrail cannot rewrite it must stop. */
  function judged(guard: ContractGuard, what: string, event: GuardedEvent): GuardrailOutcome {
    const judgement = guard.judge(event)
    return mayPass(judgement)
      ? PASSED
      : { tripwireTriggered: true, outputInfo: breach(guard, what, judgement) }
  }

  function denied(error: unknown): ToolGuardrailOutcome {
    if (!(error instanceof ContractBreachError)) throw error
    return {
      outputInfo: error,
      behavior:
        onDeny === 'throw' ? { type: 'throwException' } : { type: 'rejectContent', message: error.message },
    }
  }

  async function beforeTool({ context, toolCall }: AgentsToolCall): Promise<ToolGuardrailOutcome> {
    const { callId, name: tool } = toolCall
    const guard = guardOf(context)
    const { args, malformedArgs } = readArgs(toolCall.arguments)
    const given = malformedArgs === undefined ? args : { malformed: malformedArgs }
    try {
      const allowed = guard.toolCall({ tool, callId, args: given })
      if (canonicalJson(allowed.args) === canonicalJson(given)) return ALLOWED
      const { contractName, sessionId: session } = guard
      return denied(
        new ContractBreachError({
          message: `[Holdfast] The call of \`${tool}\` was stopped under contract \`${contractName}\`: its arguments must be redacted, which a guardrail cannot do.`,
          verdict: 'deny',
          findings: allowed.decision.findings,
          contract: contractName,
          sessionId: session,
        }),
      )
    } catch (error) {
      return denied(error)
    }
  }

  async function afterTool(
    data: AgentsToolCall & { readonly output: unknown },
  ): Promise<ToolGuardrailOutcome> {
    const { callId, name: tool } = data.toolCall
    const content = asJson(data.output)
    try {
      const passed = guardOf(data.context).toolResult({ tool, callId, content })
      return passed === content ? ALLOWED : { behavior: { type: 'rejectContent', message: textOf(passed) } }
    } catch (error) {
      return denied(error)
    }
  }

  return {
    inputGuardrails: [
      {
        name: NAME,
        // a model that answers beside it could call its tools before the question was judged
        runInParallel: false,
        execute: async ({ input, context }) =>
          judged(guardOf(context), 'The turn', { kind: 'turn-start', input: askedIn(input) }),
      },
    ],
    outputGuardrails: [
      {
        name: NAME,
        async execute({ agent, agentOutput, context }) {
          const guard = guardOf(context)
          const text = textOf(asJson(agentOutput))
          const { inputTokens: input, outputTokens: output } = context.usage
          const reply = judged(guard, 'The reply', {
            kind: 'model-response',
            text,
            provider: 'openai',
            usage: { input, output },
            ...(typeof agent.model === 'string' && agent.model !== '' && { model: agent.model }),
          })
          const end = judged(guard, 'The answer', { kind: 'turn-end', output: text })
          return reply.tripwireTriggered ? reply : end
        },
      },
    ],
    tool: {
      inputGuardrails: [{ type: 'tool_input', name: NAME, run: beforeTool }],
      outputGuardrails: [{ type: 'tool_output', name: NAME, run: afterTool }],
    },
  }
}

const ALLOWED: ToolGuardrailOutcome = { behavior: { type: 'allow' } }

function mayPass(judgement: Judged): boolean {
  return !isStopped(judgement) && judgement.effect.kind !== 'rewrite'
}

function breach(
  { contractName, sessionId }: ContractGuard,
  what: string,
  judgement: Judged,
): ContractBreachError {
  const refusal = refusalOf(what, contractName, judgement)
  return new ContractBreachError(breachOf(refusal, { contract: contractName, sessionId }))
}

function asJson(value: unknown): JsonValue {
  return typeof value === 'string' ? value : (JSON.parse(JSON.stringify(value ?? null)) as JsonValue)
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
