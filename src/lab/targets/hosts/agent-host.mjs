// Runs a JavaScript or TypeScript agent for the lab in a process of its own; the twin of agent_host.py.
import { AsyncLocalStorage } from 'node:async_hooks'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

// what the agent prints goes to standard error; only the lab's lines go out
const writeOut = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr)

const waiting = new Map()
const orders = []
let wakeUp = () => undefined
let numbers = 0

// a blank line in front, so that what a grandchild printed without an end of line cannot spoil ours
const send = (message) => writeOut(`\n${JSON.stringify(message)}\n`)

function ask(message) {
  const number = ++numbers
  return new Promise((settle) => {
    waiting.set(number, settle)
    send({ ...message, number })
  })
}

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })
lines.on('line', (line) => {
  const message = JSON.parse(line)
  if (message.kind === 'reply') {
    waiting.get(message.number)?.(message)
    waiting.delete(message.number)
  } else {
    orders.push(message)
    wakeUp()
  }
})
// the lab is gone: nothing of the agent may outlive it
lines.on('close', () => process.exit(0))

async function nextOrder() {
  while (orders.length === 0) await new Promise((resolved) => (wakeUp = resolved))
  return orders.shift()
}

const asked = new AsyncLocalStorage()
const sleep = (ms) => new Promise((resolved) => setTimeout(resolved, ms))

class ToolFaultError extends Error {
  name = 'ToolFaultError'
  constructor(tool, status, message) {
    super(message)
    this.tool = tool
    this.status = status
    this.code = status === 504 ? 'ETIMEDOUT' : `HTTP_${status}`
  }
}

/** Across processes every call waits for the lab, so what comes back is always a promise. */
function wrap(name, tool) {
  return async function wrapped(...args) {
    const [first] = args
    const isObject = typeof first === 'object' && first !== null && !Array.isArray(first)
    const question = asked.getStore()
    const named = isObject ? first : Object.fromEntries(args.entries())
    const plan = await ask({ kind: 'tool-call', asked: question, tool: name, args: named })
    await sleep(plan.delayMs)
    if (plan.advice === 'answer') return plan.text
    if (plan.advice === 'fail') throw new ToolFaultError(name, plan.status, `${plan.status} ${plan.message}`)
    if (plan.advice === 'time-out') {
      await sleep(plan.afterMs)
      throw new ToolFaultError(name, 504, `${name} timed out after ${plan.afterMs} ms`)
    }
    const after = (ok, content) =>
      ask({ kind: 'tool-result', asked: question, callId: plan.callId, ok, content })
    let result
    try {
      result = await tool.apply(this, args)
    } catch (error) {
      await after(false, lastLine(error))
      throw error
    }
    const told = await after(true, result ?? null)
    return told.changed ? told.content : result
  }
}

function lastLine(error) {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

function placeOf(written) {
  const colon = written.lastIndexOf(':')
  const hasAttribute = colon > 1 && /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(written.slice(colon + 1))
  return hasAttribute ? [written.slice(0, colon), written.slice(colon + 1)] : [written, '']
}

async function locate(written) {
  const [file, attribute] = placeOf(written)
  const namespace = await import(pathToFileURL(resolve(file)).href)
  const name = attribute || ['default', 'agent', 'createAgent'].find((each) => namespace[each] !== undefined)
  let value = namespace
  for (const part of (name ?? '').split('.')) value = value?.[part]
  if (value === undefined)
    throw new Error(
      `\`${file}\` has no \`${attribute || 'default'}\`; it has ${Object.keys(namespace).join(', ')}`,
    )
  return { name, value }
}

function wrapRegistry(written, registry) {
  const tools = {}
  const entries = registry instanceof Map ? registry.entries() : Object.entries(registry)
  for (const [name, tool] of entries) {
    if (typeof tool === 'function') {
      tools[name] = wrap(name, tool)
      if (registry instanceof Map) registry.set(name, tools[name])
      else registry[name] = tools[name]
    } else if (typeof tool?.execute === 'function')
      tool.execute = tools[name] = wrap(name, tool.execute.bind(tool))
  }
  if (Object.keys(tools).length === 0)
    throw new Error(`agent.tool_registry \`${written}\` holds no functions`)
  return tools
}

async function load({ endpoint, tools, registry, reset, baseUrls, toolUrls }) {
  const wrapped = {}
  for (const { name, callable } of tools) wrapped[name] = wrap(name, (await locate(callable)).value)
  if (registry !== null) Object.assign(wrapped, wrapRegistry(registry, (await locate(registry)).value))
  const found = await locate(endpoint)
  const made =
    found.name === 'createAgent'
      ? await found.value({ tools: wrapped, baseUrls, toolUrls, lane: 0 })
      : found.value
  const method = ['invoke', 'run', 'answer', 'ask', 'generate'].find(
    (each) => typeof made?.[each] === 'function',
  )
  const agent = typeof made === 'function' ? made : method === undefined ? undefined : made[method].bind(made)
  if (agent === undefined) throw new Error(`\`${endpoint}\` is no agent: it is ${typeof made}`)
  const forget = reset === null ? undefined : (await locate(reset)).value
  return { agent, tools: wrapped, baseUrls, toolUrls, reset: forget }
}

async function replyOf(value) {
  if (typeof value === 'string') return { output: value }
  if (typeof value?.[Symbol.asyncIterator] === 'function') {
    let output = ''
    for await (const piece of value) output += String(piece)
    return { output }
  }
  // an answer without a text is refused by the lab
  const { output, calls, usage, costUsd } = value ?? {}
  return { output, calls, usage, costUsd }
}

async function serve() {
  let parts
  try {
    parts = await load(await nextOrder())
  } catch (error) {
    send({ kind: 'load-failed', message: lastLine(error) })
    return process.exit(1)
  }
  send({ kind: 'ready', tools: Object.keys(parts.tools) })
  for (;;) {
    const { kind, number, prompt, context } = await nextOrder()
    try {
      if (kind === 'reset') {
        await parts.reset()
        send({ kind: 'done', number })
        continue
      }
      const { tools, baseUrls, toolUrls, agent } = parts
      const signal = new AbortController().signal
      const answer = asked.run(number, async () =>
        replyOf(await agent(prompt, { ...context, tools, baseUrls, toolUrls, signal })),
      )
      send({ kind: 'done', number, ...(await answer) })
    } catch (error) {
      send({ kind: 'failed', number, message: lastLine(error) })
    }
  }
}

await serve()
