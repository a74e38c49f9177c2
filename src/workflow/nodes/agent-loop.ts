import { defaulted, list, oneOf, optional, required, text } from '../../kit/shape/index.ts'
import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { BackendMessage } from '../backends/backend.ts'
import { defineNode, goOn, type NodeResult } from '../define-node.ts'
import type { NodeCall } from '../node-call.ts'
import { NodeError } from '../node-error.ts'
import { contextPath, count } from '../read/field-shapes.ts'
import { askModel } from '../run/ask-model.ts'
import { LOOP_TOOLS, runLoopTool, type LoopTool } from '../run/loop-tools.ts'
import { needed } from '../tools/needed.ts'
import { firstObject } from '../value/first-object.ts'
import { compactJson, textOf } from '../value/json-text.ts'

export const agentLoop = defineNode({
  name: 'agent_loop',
  summary:
    'Lets a model use tools until it gives a result; the branch `exhausted` when steps or tokens are spent.',
  fields: {
    backend: required(text({ nonEmpty: true }), 'which model answers'),
    max_steps: required(count(1, 64), 'how many replies it may give'),
    instructions: optional(text(), 'what it is to do'),
    instructions_from: optional(contextPath(), 'leads to what it is to do'),
    tools: required(list(oneOf(...LOOP_TOOLS), { nonEmpty: true }), 'the tools it may use'),
    max_tokens: optional(count(1), 'the tokens all its calls may use'),
    on_denial: defaulted(
      oneOf('tell', 'stop'),
      'tell',
      'whether a denied call is told to the model or ends the run',
    ),
  },
  effects: 'model',
  branches: ['exhausted'],
  failureBranch: 'exhausted',
  output: ['result', 'steps', 'tokens', 'transcript', 'reason'],
  run: async (fields, call) => {
    if (call.dryRun) return goOn({ result: null, steps: 0, dry_run: true })
    const { instructions, instructions_from } = fields
    const task =
      instructions_from === undefined ? instructions : textOf(needed(call, 'agent_loop', instructions_from))
    if (task === undefined) throw new NodeError('config', `agent_loop \`${call.nodeId}\` has no instructions`)
    return converse(call, { ...fields, max_tokens: fields.max_tokens ?? Infinity }, task)
  },
})

interface LoopFields {
  readonly backend: string
  readonly max_steps: number
  readonly tools: readonly LoopTool[]
  readonly max_tokens: number
  readonly on_denial: 'tell' | 'stop'
}

async function converse(call: NodeCall, fields: LoopFields, task: string): Promise<NodeResult> {
  const messages: BackendMessage[] = [
    { role: 'system', content: rulesFor(fields.tools) },
    { role: 'user', content: task },
  ]
  const transcript: JsonObject[] = []
  let tokens = 0
  const exhausted = (reason: string): NodeResult =>
    goOn({ result: null, reason, steps: transcript.length, tokens, transcript }, 'exhausted')
  for (let step = 1; step <= fields.max_steps; step += 1) {
    if (tokens >= fields.max_tokens) return exhausted('token budget exhausted')
    const asked = await askWithinBudget(call, fields, messages)
    if (asked === undefined) return exhausted('run token budget exhausted')
    tokens += asked.promptTokens + asked.completionTokens
    messages.push({ role: 'assistant', content: asked.content })
    const action = actionIn(asked.content, fields.tools)
    if (action.kind === 'final') {
      transcript.push({ step, action: 'final', result: action.result })
      return goOn({ result: action.result, steps: step, tokens, transcript })
    }
    const answer = action.kind === 'wrong' ? { error: action.reason } : await useTool(call, fields, action)
    transcript.push({
      step,
      ...(action.kind === 'tool' && { action: 'tool', tool: action.tool, args: action.args }),
      ...answer,
    })
    messages.push({
      role: 'user',
      content: compactJson(action.kind === 'tool' ? { tool_result: answer } : answer),
    })
  }
  return exhausted('step cap exhausted')
}

async function askWithinBudget(call: NodeCall, fields: LoopFields, messages: readonly BackendMessage[]) {
  try {
    return await askModel(call, fields.backend, messages)
  } catch (error) {
    if (error instanceof NodeError && error.errorClass === 'budget') return undefined
    throw error
  }
}

type Action =
  | { readonly kind: 'final'; readonly result: JsonValue }
  | { readonly kind: 'tool'; readonly tool: LoopTool; readonly args: JsonObject }
  | { readonly kind: 'wrong'; readonly reason: string }

function actionIn(reply: string, tools: readonly LoopTool[]): Action {
  const found = firstObject(reply)
  if (found === undefined) return { kind: 'wrong', reason: 'reply with one JSON object' }
  const { action, tool, args = {}, result = null } = found
  if (action === 'final') return { kind: 'final', result }
  if (action !== 'tool') return { kind: 'wrong', reason: '`action` must be "tool" or "final"' }
  const known = tools.find((name) => name === tool)
  if (known === undefined)
    return {
      kind: 'wrong',
      reason: `tool ${compactJson(tool ?? null)} is not declared; use one of: ${tools.join(', ')}`,
    }
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    return { kind: 'wrong', reason: '`args` must be an object' }
  return { kind: 'tool', tool: known, args: args as JsonObject }
}

async function useTool(
  call: NodeCall,
  { on_denial }: LoopFields,
  { tool, args }: { readonly tool: LoopTool; readonly args: JsonObject },
): Promise<JsonObject> {
  try {
    return { result: await runLoopTool(call, tool, args) }
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    const isDenial = error.errorClass === 'policy' || error.errorClass === 'contract'
    if (isDenial ? on_denial === 'stop' : error.isFinal && error.errorClass !== 'budget') throw error
    return { error: error.message }
  }
}

function rulesFor(tools: readonly LoopTool[]): string {
  return `You work in steps. Reply with exactly one JSON object and nothing else.
To use a tool: {"action":"tool","tool":"<name>","args":{…}}
When you are done: {"action":"final","result":<any JSON>}
Tools: ${tools.map((tool) => `${tool} ${LOOP_ARGUMENTS[tool]}`).join('; ')}`
}

const LOOP_ARGUMENTS: Readonly<Record<LoopTool, string>> = {
  read_file: '{"path"}',
  write_file: '{"path","content"}',
  read_env: '{"key"}',
  http_request: '{"method","url","body"?}',
  shell_run: '{"command","args"?}',
  call_mcp_tool: '{"tool","args"?,"server"?}',
}
