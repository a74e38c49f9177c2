import type { Judged } from '../guard/index.ts'
import type { JsonObject, JsonValue } from '../model/index.ts'
import { refusalText, refusedResult } from './blocked-reply.ts'
import { isObject, RPC, type Answer } from './json-rpc.ts'
import type { OpenRequest } from './open-requests.ts'
import { roundKey, type OngoingCall, type ToolSession } from './tool-session.ts'

export interface Outcome {
  readonly message: JsonObject
  readonly isRecorded: boolean
}

/** An answer of the server, as the client may see it. */
export function judgeOutcome(
  session: ToolSession,
  request: OpenRequest,
  message: JsonObject,
  answer: Answer,
): Outcome {
  const { call } = request
  if (call !== undefined) {
    if ('result' in answer && isPutOff(session, call, request, answer.result))
      return { message, isRecorded: false }
    return judged(session, call, request, message, answer)
  }
  const task = taskOutcome(request, answer)
  return task === undefined
    ? { message, isRecorded: false }
    : judged(session, callOfTask(session, request.taskId), request, message, answer)
}

/** The server wants input first, or works on and tells later: there is no result yet. */
function isPutOff(
  session: ToolSession,
  call: OngoingCall,
  { isModern }: OpenRequest,
  result: JsonValue,
): boolean {
  // an answer that carries something for the model is a result, whatever it calls itself
  if (!isObject(result) || 'content' in result || 'structuredContent' in result) return false
  const { task, resultType, requestState } = result
  if (isObject(task) && typeof task['taskId'] === 'string') {
    session.tasks.set(task['taskId'], call)
    return true
  }
  if (!isModern || resultType !== 'input_required') return false
  session.awaitingInput.set(roundKey(call.key, requestState), call)
  return true
}

/** `tasks/result` answers with the result of the call; `tasks/get` may carry it inside. */
function taskOutcome({ method }: OpenRequest, answer: Answer): JsonValue | undefined {
  if (!('result' in answer)) return method === 'tasks/result' ? answer.error : undefined
  if (method === 'tasks/result') return answer.result
  return method === 'tasks/get' && isObject(answer.result) ? answer.result['result'] : undefined
}

function callOfTask(session: ToolSession, taskId: string | undefined): OngoingCall {
  const known = taskId === undefined ? undefined : session.tasks.get(taskId)
  return known ?? { callId: `task-${taskId ?? ''}`, tool: 'unknown', args: {}, startedMs: 0, key: '' }
}

/** The whole answer is shown to the contract, so that nothing hides in a field nobody thought of. */
function judged(
  session: ToolSession,
  call: OngoingCall,
  request: OpenRequest,
  message: JsonObject,
  answer: Answer,
): Outcome {
  const content = 'result' in answer ? answer.result : answer.error
  const ok = 'result' in answer && !(isObject(content) && content['isError'] === true)
  const seen = session.result(call, ok, content)
  return { message: asAllowed(session, seen, request, message, answer, content), isRecorded: true }
}

function asAllowed(
  session: ToolSession,
  { effect, decision, event }: Judged,
  { isModern }: OpenRequest,
  message: JsonObject,
  answer: Answer,
  content: JsonValue,
): JsonObject {
  if (effect.kind === 'block' || effect.kind === 'ask') {
    const text = refusalText(decision, effect.kind, session.contractName, 'result')
    const { jsonrpc = '2.0', id = null } = message
    return 'result' in answer
      ? { jsonrpc, id, result: refusedResult(text, effect.kind === 'ask' ? 'ask' : 'deny', isModern) }
      : { jsonrpc, id, error: { code: RPC.internalError, message: text } }
  }
  const passed = event.kind === 'tool-result' ? event.content : content
  if (passed === content) return message
  return 'result' in answer ? { ...message, result: passed } : { ...message, error: passed }
}
