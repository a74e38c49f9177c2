import { globListMatcher } from '../kit/glob.ts'
import { hash53 } from '../kit/hash.ts'
import type { EventInput, Judged } from '../guard/index.ts'
import type { Directive, ModelRequest, TokenCount } from '../model/index.ts'
import { countTokens } from '../tokens/index.ts'
import { planCompression } from '../wire/compression.ts'
import { countableText } from '../wire/conversation.ts'
import type { DecodedRequest, RequestEdit } from '../wire/request.ts'
import type { Declarations } from './declarations.ts'
import { foldHistory, newResults, resultEvent } from './history.ts'
import { isStopped, refusalOf, type Refusal } from './refusals.ts'
import type { ContractInForce, ExchangeToJudge } from './in-force.ts'

export interface RequestJudgement {
  /** The request goes nowhere. */
  readonly refusal?: Refusal
  readonly edits: readonly RequestEdit[]
  readonly tokens: TokenCount
}

/** Everything a request says, in order: what is past is folded, what is new is judged before anything is sent. */
export function judgeRequest(request: ExchangeToJudge, declared: Declarations): RequestJudgement {
  const { inForce, session, decoded } = request
  const tokens = countRequest(inForce, decoded)
  const stopped = openConversation(request, declared) ?? judgeResults(request) ?? openTurn(request)
  if (stopped !== undefined) return { refusal: stopped, edits: [], tokens }
  declareState(request, declared)
  const judged = inForce.judge(session, modelRequest(request, tokens))
  if (isStopped(judged))
    return { refusal: refusalOf('The request', inForce.contractName, judged), edits: [], tokens }
  return { edits: editsFor(request, judged), tokens }
}

function openConversation(
  { inForce, session, decoded }: ExchangeToJudge,
  { agent, scopes }: Declarations,
): Refusal | undefined {
  const { isNew } = session
  foldHistory(inForce, session, decoded)
  const named = scopes?.join(',')
  if (!isNew && (named === undefined || named === session.scopes)) return undefined
  session.scopes = named
  const judged = inForce.judge(session, {
    kind: 'session-start',
    sessionId: session.id,
    surface: inForce.surface,
    ...(agent === undefined ? {} : { agent }),
    ...(decoded.model === undefined ? {} : { model: decoded.model }),
    ...(scopes === undefined ? {} : { scopes }),
  })
  return isStopped(judged) ? refusalOf('The session', inForce.contractName, judged) : undefined
}

/** A result that may not reach the model stops the request that brings it. */
function judgeResults({ inForce, session, decoded }: ExchangeToJudge): Refusal | undefined {
  let refusal: Refusal | undefined
  for (const result of newResults(session, decoded)) {
    const judged = inForce.judge(session, resultEvent(inForce, session, result, result.callId))
    if (isStopped(judged))
      refusal ??= refusalOf(`The result of \`${result.tool}\``, inForce.contractName, judged)
  }
  return refusal
}

/**
 * A turn is what a user asks for. The same question asked again, and questions asked while others are still being
 * answered, belong to the turn that is open.
 */
function openTurn({ inForce, session, decoded }: ExchangeToJudge): Refusal | undefined {
  if (!decoded.freshUserTurn && session.turnOpen) return undefined
  const { surface } = inForce
  const sessionId = session.id
  const key = hash53(decoded.lastUserText, decoded.messages.length)
  if (session.turnOpen) {
    if (session.turnKey === key || session.inFlight > 1) return undefined
    inForce.judge(session, { kind: 'turn-end', sessionId, surface })
  }
  session.turnKey = key
  const judged = inForce.judge(session, {
    kind: 'turn-start',
    sessionId,
    surface,
    input: decoded.lastUserText,
  })
  return isStopped(judged) ? refusalOf('The turn', inForce.contractName, judged) : undefined
}

/** Said when the turn is open and before the request itself is judged. */
function declareState({ inForce, session }: ExchangeToJudge, { state: fields }: Declarations): void {
  if (fields === undefined) return
  inForce.judge(session, { kind: 'state', sessionId: session.id, surface: inForce.surface, fields })
}

const USUAL_CHARS_PER_TOKEN = 4
/** No tokenizer makes more of one UTF-16 unit than the bytes it takes. */
const MOST_TOKENS_PER_CHAR = 3

function countRequest({ needs }: ContractInForce, decoded: DecodedRequest): TokenCount {
  const text = countableText(decoded)
  const isSmall = text.length * MOST_TOKENS_PER_CHAR <= needs.carefulFromTokens
  return { input: isSmall ? Math.ceil(text.length / USUAL_CHARS_PER_TOKEN) : countTokens(text), exact: false }
}

type ModelRequestInput = { -readonly [Key in keyof ModelRequest]: ModelRequest[Key] }

/** Built step by step, because every request passes here. */
function modelRequest(
  { inForce, decoded, format, requestId, session }: ExchangeToJudge,
  tokens: TokenCount,
): EventInput {
  const { tools, system, maxOutputTokens } = decoded
  const event: Omit<ModelRequestInput, 'seq' | 'atMs'> = {
    kind: 'model-request',
    sessionId: session.id,
    surface: inForce.surface,
    provider: format.provider,
    model: decoded.model ?? 'unknown',
    tokens,
    requestId,
  }
  if (maxOutputTokens !== undefined) event.maxOutputTokens = maxOutputTokens
  if (tools.length > 0) event.tools = tools.map(({ name }) => name)
  if (system !== '') event.system = system
  return event
}

function editsFor(
  { inForce, session, decoded, format }: ExchangeToJudge,
  { effect }: Judged,
): readonly RequestEdit[] {
  const edits: RequestEdit[] = []
  if (inForce.mode === 'shadow') return edits
  if (effect.kind === 'rewrite')
    for (const rewrite of effect.rewrites)
      if (rewrite.kind === 'compress-context')
        edits.push(...planCompression(decoded, { maxTokens: rewrite.maxTokens, countTokens }).edits)
  if (effect.kind === 'pass' || effect.kind === 'rewrite')
    for (const directive of effect.directives ?? []) edits.push(...directiveEdits(directive))
  edits.push(...withoutForbidden(inForce, session, decoded))
  if (inForce.needs.usage && decoded.stream && !decoded.usageRequested) edits.push({ kind: 'report-usage' })
  if (format.requestEditor.answerWithheld !== undefined)
    edits.push({
      kind: 'answer-withheld',
      calls: session.withheldCalls(decoded.session.previousResponseId),
      message: '[Holdfast] The call was blocked and has not run.',
    })
  return edits
}

/** The mark keeps on record what the model was not offered. */
function withoutForbidden(
  inForce: ContractInForce,
  session: ExchangeToJudge['session'],
  { tools }: DecodedRequest,
): readonly RequestEdit[] {
  const { forbidsOffer } = inForce.needs
  const forbidden = tools.filter(forbidsOffer)
  if (forbidden.length === 0) return []
  for (const { name } of forbidden)
    inForce.fold(session, {
      kind: 'mark',
      sessionId: session.id,
      surface: inForce.surface,
      marker: `holdfast:not-offered:${name}`,
    })
  return [{ kind: 'keep-tools', keep: (tool) => !forbidsOffer(tool) }]
}

/** A pause or an end has already stopped the request. */
function directiveEdits(directive: Directive): readonly RequestEdit[] {
  if (directive.kind === 'inject-guidance' && directive.actions.length > 0)
    return [{ kind: 'add-guidance', text: directive.actions.join('\n') }]
  if (directive.kind !== 'narrow-tools') return []
  const stays = globListMatcher(directive.tools, { ignoreCase: true })
  return [{ kind: 'keep-tools', keep: ({ name }) => stays(name) }]
}
