import type { Judged } from '../guard/index.ts'
import type { Finding, JsonObject, JsonValue } from '../model/index.ts'
import type { ToolAction } from '../chaos/chaos-run.ts'
import { refusalText, refusedResult } from './blocked-reply.ts'
import { faultReply, waitMsOf, type McpChaos, type SessionChaos } from './chaos.ts'
import {
  errorReply,
  isObject,
  misspelt,
  readMessage,
  resultReply,
  RPC,
  type Answer,
  type Message,
  type RequestId,
} from './json-rpc.ts'
import { parseText } from './json-text.ts'
import { reasonOf, type Log } from './log.ts'
import { OpenRequests, type OpenRequest } from './open-requests.ts'
import { pinFinding } from './pin-finding.ts'
import { judgeOutcome } from './results.ts'
import { callKey, roundKey, type OngoingCall, type ToolSession } from './tool-session.ts'
import { filteredList, type ToolRules } from './tool-list.ts'

/** What becomes of one text of the wire. */
export interface Passage {
  /** What the other side gets: the very bytes that came, something else, or nothing. */
  readonly onward: 'as-is' | 'nothing' | { readonly message: JsonValue }
  /** What the sender is told in its place. */
  readonly back?: JsonValue
  /** What the client is told in its place, when the time comes. */
  readonly later?: Promise<JsonValue>
}

/** What becomes of one message. `onward: undefined` stops it. */
interface Step {
  readonly onward: JsonValue | undefined
  readonly back?: JsonObject
  readonly later?: Promise<JsonObject>
}

type Request = Extract<Message, { readonly kind: 'request' }>
type Response = Extract<Message, { readonly kind: 'response' }>

export interface RelayOptions {
  readonly session: ToolSession
  readonly rules: ToolRules
  readonly log: Log
  /** Why the arguments of this call cannot be changed on their way, when they cannot. */
  readonly unchangeable?: string
  /** Only where agents are tested. */
  readonly chaos?: McpChaos
}

const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'
const CALL_KEYS = ['name', 'arguments']

/** Messages between one client and one server, in both directions. Knows nothing of bytes and sockets. */
export class Relay {
  constructor(
    private readonly options: RelayOptions,
    private readonly open = new OpenRequests(),
  ) {}

  fromClient(text: string): Promise<Passage> {
    return this.pass(text, 'client', (value) => this.clientMessage(value))
  }

  fromServer(text: string): Promise<Passage> {
    return this.pass(text, 'server', (value) => this.serverMessage(value))
  }

  private async pass(
    text: string,
    sender: 'client' | 'server',
    handle: (value: JsonValue) => Promise<Step>,
  ): Promise<Passage> {
    const parsed = parseText(text)
    if (!parsed.ok) {
      this.options.log({
        level: 'warn',
        code: 'malformed',
        message: `a message of the ${sender} was stopped: ${parsed.reason}`,
      })
      return sender === 'client'
        ? {
            onward: 'nothing',
            back: errorReply(null, RPC.parseError, `the message cannot be read: ${parsed.reason}`),
          }
        : { onward: 'nothing' }
    }
    const { value, isUnambiguous } = parsed
    if (Array.isArray(value)) return this.batch(value as readonly JsonValue[], sender, isUnambiguous, handle)
    const { onward, back, later } = await handle(value)
    return passage(value, onward, isUnambiguous, back, later)
  }

  private async batch(
    values: readonly JsonValue[],
    sender: 'client' | 'server',
    isUnambiguous: boolean,
    handle: (value: JsonValue) => Promise<Step>,
  ): Promise<Passage> {
    if (values.length === 0)
      return sender === 'client'
        ? { onward: 'nothing', back: errorReply(null, RPC.invalidRequest, 'the batch is empty') }
        : { onward: 'nothing' }
    const onward: JsonValue[] = []
    const back: JsonObject[] = []
    for (const value of values) {
      const step = await handle(value)
      // a batch is answered as a whole, so it waits for its slowest answer
      const late = await step.later
      if (step.onward !== undefined) onward.push(step.onward)
      if (late !== undefined && sender === 'server') onward.push(late)
      if (late !== undefined && sender === 'client') back.push(late)
      if (step.back !== undefined) back.push(step.back)
    }
    const isSame = onward.length === values.length && onward.every((value, at) => value === values[at])
    return passage(
      values,
      onward.length === 0 ? undefined : isSame ? values : onward,
      isUnambiguous,
      back.length === 0 ? undefined : back,
    )
  }

  private async clientMessage(value: JsonValue): Promise<Step> {
    const message = readMessage(value)
    switch (message.kind) {
      case 'request':
        return this.request(value as JsonObject, message)
      case 'notification':
        return this.notification(value, message.method, message.params)
      case 'response':
      case 'stray-error':
        return { onward: value }
      case 'invalid':
        return { onward: undefined, back: errorReply(message.id, RPC.invalidRequest, message.reason) }
    }
  }

  private notification(value: JsonValue, method: string, params: JsonObject): Step {
    const { requestId } = params
    if (
      method === 'notifications/cancelled' &&
      (typeof requestId === 'string' || typeof requestId === 'number')
    )
      this.open.cancel(requestId)
    if (method !== 'tools/call') return { onward: value }
    // a server might run it, and nobody could be told why it was refused
    this.options.log({
      level: 'warn',
      code: 'call-without-id',
      message: 'a tool call without an id was stopped',
    })
    return { onward: undefined }
  }

  private async request(value: JsonObject, request: Request): Promise<Step> {
    const { id, method, params } = request
    const { _meta: meta, taskId } = params
    const isModern = isObject(meta) && meta[PROTOCOL_VERSION] !== undefined
    const known = { method, isModern, ...(typeof taskId === 'string' ? { taskId } : {}) }
    if (method !== 'tools/call') return this.admit(value, id, known)
    try {
      return await this.toolCall(value, request, known)
    } catch (error) {
      const reason = reasonOf(error)
      this.options.log({ level: 'error', code: 'not-judged', message: `a tool call was stopped: ${reason}` })
      const text = `Blocked by Holdfast: the call did not run, because it could not be judged (${reason}).`
      return { onward: undefined, back: resultReply(id, refusedResult(text, 'deny', isModern)) }
    }
  }

  private admit(value: JsonObject, id: RequestId, request: OpenRequest): Step {
    const problem = this.open.add(id, request)
    return problem === undefined
      ? { onward: value }
      : { onward: undefined, back: errorReply(id, RPC.invalidRequest, problem) }
  }

  private async toolCall(value: JsonObject, { id, params }: Request, known: OpenRequest): Promise<Step> {
    const { session, rules } = this.options
    const { name, arguments: args = {} } = params
    const invalid = (reason: string): Step => ({
      onward: undefined,
      back: errorReply(id, RPC.invalidParams, reason),
    })
    const variant = misspelt(params, CALL_KEYS)
    if (variant !== undefined)
      return invalid(`the key \`${variant}\` is not written as the protocol writes it`)
    if (typeof name !== 'string') return invalid('`name` must be a string')
    if (!isObject(args)) return invalid('`arguments` must be an object')
    const problem = this.open.problemWith(id)
    if (problem !== undefined) return { onward: undefined, back: errorReply(id, RPC.invalidRequest, problem) }
    const tool = rules.eventName(name)
    const earlier = this.nextRound(tool, args, params)
    if (earlier !== undefined)
      return this.admit(this.withArgs(value, params, args, earlier.args), id, { ...known, call: earlier })
    const { judged, call } = session.call(tool, args, pinFinding(rules.pins, name))
    await session.flush()
    const refusal = this.refusalOf(judged, pinFinding(rules.pins, name), call.args !== args)
    if (refusal !== undefined)
      return {
        onward: undefined,
        back: resultReply(id, refusedResult(refusal.text, refusal.decision, known.isModern)),
      }
    const chaos = this.options.chaos?.of(session)
    const action = chaos?.action(call)
    if (chaos !== undefined && action !== undefined && action.kind !== 'run')
      return this.struck(chaos, id, action, { ...known, call })
    return this.admit(this.withArgs(value, params, args, call.args), id, {
      ...known,
      call,
      ...(action === undefined ? {} : { delayMs: action.delayMs }),
    })
  }

  /** Chaos answers in place of the server, which never hears of the call; the contract judges the answer all the same. */
  private struck(
    chaos: SessionChaos,
    id: RequestId,
    action: Exclude<ToolAction, { kind: 'run' }>,
    request: OpenRequest,
  ): Step {
    const { session } = this.options
    const told = async (): Promise<JsonObject> => {
      await chaos.wait(waitMsOf(action))
      const message = faultReply(id, action, request.isModern)
      const { error, result = null } = message
      const outcome = judgeOutcome(session, request, message, error === undefined ? { result } : { error })
      await session.flush()
      return outcome.message
    }
    return { onward: undefined, later: told() }
  }

  /** A retry that brings what the server asked for is the same call, judged when it was first made. */
  private nextRound(tool: string, args: JsonObject, params: JsonObject): OngoingCall | undefined {
    const { inputResponses, requestState } = params
    if (inputResponses === undefined && requestState === undefined) return undefined
    return this.options.session.awaitingInput.take(roundKey(callKey(tool, args), requestState))
  }

  private withArgs(value: JsonObject, params: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
    return before === after ? value : { ...value, params: { ...params, arguments: after } }
  }

  private refusalOf(
    { effect, decision }: Judged,
    pin: Finding | undefined,
    isRewritten: boolean,
  ): { readonly text: string; readonly decision: 'deny' | 'ask' } | undefined {
    const { session, unchangeable } = this.options
    const told = pin === undefined ? decision : { ...decision, findings: [...decision.findings, pin] }
    const isPinned = pin !== undefined && session.mode === 'enforce'
    if (isPinned || effect.kind === 'block')
      return { text: refusalText(told, 'block', session.contractName, 'call'), decision: 'deny' }
    if (effect.kind === 'ask')
      return { text: refusalText(told, 'ask', session.contractName, 'call'), decision: 'ask' }
    if (!isRewritten || unchangeable === undefined) return undefined
    return {
      text: `${refusalText(told, 'block', session.contractName, 'call')} ${unchangeable}`,
      decision: 'deny',
    }
  }

  private async serverMessage(value: JsonValue): Promise<Step> {
    const message = readMessage(value)
    switch (message.kind) {
      case 'request':
      case 'notification':
      case 'stray-error':
        return { onward: value }
      case 'response':
        return this.response(value as JsonObject, message)
      case 'invalid':
        this.options.log({
          level: 'warn',
          code: 'malformed',
          message: `a message of the server was stopped: ${message.reason}`,
        })
        return { onward: undefined }
    }
  }

  private async response(value: JsonObject, response: Response): Promise<Step> {
    const request = this.open.take(response.id)
    if (request === undefined) {
      this.options.log({
        level: 'warn',
        code: 'unasked',
        message: 'an answer of the server to nothing that was asked was stopped',
      })
      return { onward: undefined }
    }
    try {
      const message = await this.answered(value, response, request)
      const { delayMs = 0 } = request
      const chaos = delayMs === 0 ? undefined : this.options.chaos?.of(this.options.session)
      if (chaos === undefined) return { onward: message }
      return { onward: undefined, later: chaos.wait(delayMs).then(() => message) }
    } catch (error) {
      const reason = reasonOf(error)
      this.options.log({ level: 'error', code: 'not-judged', message: `an answer was stopped: ${reason}` })
      return {
        onward: errorReply(
          response.id,
          RPC.internalError,
          `Withheld by Holdfast: the answer could not be judged (${reason}).`,
        ),
      }
    }
  }

  private async answered(value: JsonObject, { answer }: Response, request: OpenRequest): Promise<JsonObject> {
    const { session, rules, log } = this.options
    if (request.method === 'tools/list' && 'result' in answer)
      return filteredList(value, answer.result, rules, session.mode, log)
    const { told, said } = this.attacked(value, answer, request)
    const outcome = judgeOutcome(session, request, told, said)
    if (outcome.isRecorded) await session.flush()
    return outcome.message
  }

  /** What a hostile document would have put into the result. */
  private attacked(
    value: JsonObject,
    answer: Answer,
    { call }: OpenRequest,
  ): { readonly told: JsonObject; readonly said: Answer } {
    const { chaos, session } = this.options
    if (chaos === undefined || call === undefined || !('result' in answer))
      return { told: value, said: answer }
    const result = chaos.of(session).attacked(call, answer.result)
    return result === answer.result
      ? { told: value, said: answer }
      : { told: { ...value, result }, said: { result } }
  }
}

function passage(
  value: JsonValue,
  onward: JsonValue | undefined,
  isUnambiguous: boolean,
  back: JsonValue | undefined,
  later?: Promise<JsonValue>,
): Passage {
  return {
    ...(later === undefined ? {} : { later }),
    // what was judged is what goes on, also where another reader would read the bytes otherwise
    onward:
      onward === undefined ? 'nothing' : onward === value && isUnambiguous ? 'as-is' : { message: onward },
    ...(back === undefined ? {} : { back }),
  }
}
