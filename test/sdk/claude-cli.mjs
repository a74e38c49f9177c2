// Stands for Claude Code behind the real Agent SDK: speaks its control protocol on stdin and stdout, asks every
// registered hook as Claude Code does, and "runs" what it may run by writing it down.
import { createInterface } from 'node:readline'

const calls = JSON.parse(process.env.CLAUDE_CALLS ?? '[]')
const session_id = '8a6b1d2e-0000-4000-8000-000000000001'
const waiting = new Map()
const told = []
let hooks = {}
let asked = 0

const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

function request(body) {
  asked += 1
  const request_id = `cli-${asked}`
  send({ type: 'control_request', request_id, request: body })
  return new Promise((resolve) => waiting.set(request_id, resolve))
}

async function hook(name, more) {
  const input = { session_id, transcript_path: '', cwd: process.cwd(), hook_event_name: name, ...more }
  const answers = []
  for (const { hookCallbackIds } of hooks[name] ?? [])
    for (const callback_id of hookCallbackIds)
      answers.push(
        await request({ subtype: 'hook_callback', callback_id, input, tool_use_id: more.tool_use_id }),
      )
  told.push([name, ...answers])
  return answers[0] ?? {}
}

const assistant = (id, content) =>
  send({
    type: 'assistant',
    session_id,
    uuid: `${id}-${asked}`,
    parent_tool_use_id: null,
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content,
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 20 },
    },
  })

async function mayRun(name, input, tool_use_id) {
  const { hookSpecificOutput: said = {} } = await hook('PreToolUse', {
    tool_name: name,
    tool_input: input,
    tool_use_id,
    permission_mode: 'default',
  })
  if (said.permissionDecision === 'deny') return undefined
  if (said.permissionDecision !== 'ask') return input
  const answer = await request({
    subtype: 'can_use_tool',
    tool_name: name,
    input: said.updatedInput ?? input,
    tool_use_id,
    permission_suggestions: [],
  })
  told.push(['can_use_tool', answer])
  return answer.behavior === 'allow' ? answer.updatedInput : undefined
}

async function turn(prompt) {
  await hook('SessionStart', { source: 'startup', model: 'claude-sonnet-4-5' })
  const { decision } = await hook('UserPromptSubmit', { prompt })
  const ran = []
  if (decision !== 'block') {
    const text = process.env.CLAUDE_SAYS ?? 'Let me tidy up.'
    const event = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }
    send({ type: 'stream_event', session_id, uuid: 'piece', parent_tool_use_id: null, event })
    assistant('msg_1', [{ type: 'text', text }])
    for (const [at, { tool, input, result }] of calls.entries()) {
      const tool_use_id = `toolu_${at}`
      assistant('msg_1', [{ type: 'tool_use', id: tool_use_id, name: tool, input }])
      const allowed = await mayRun(tool, input, tool_use_id)
      if (allowed === undefined) continue
      const after = await hook('PostToolUse', {
        tool_name: tool,
        tool_input: allowed,
        tool_response: result,
        tool_use_id,
      })
      ran.push({ tool, input: allowed, seen: after.hookSpecificOutput?.updatedToolOutput ?? result })
    }
    await hook('Stop', { stop_hook_active: false, last_assistant_message: 'Done.' })
  }
  send({
    type: 'result',
    subtype: 'success',
    session_id,
    uuid: 'result',
    is_error: false,
    num_turns: 1,
    duration_ms: 1,
    duration_api_ms: 1,
    total_cost_usd: 0,
    usage: { input_tokens: 100, output_tokens: 20 },
    modelUsage: {},
    permission_denials: [],
    result: JSON.stringify({ ran, told }),
  })
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.type === 'control_request') {
    if (message.request.subtype === 'initialize') hooks = message.request.hooks ?? {}
    const response = { hook_on_failure_supported: true, commands: [], models: [], account: {} }
    send({
      type: 'control_response',
      response: { subtype: 'success', request_id: message.request_id, response },
    })
  } else if (message.type === 'control_response') {
    const { request_id, response, error } = message.response
    waiting.get(request_id)?.(error === undefined ? response : { error })
  } else if (message.type === 'user') {
    const { content } = message.message
    void turn(typeof content === 'string' ? content : content.map(({ text }) => text).join(''))
  }
})
