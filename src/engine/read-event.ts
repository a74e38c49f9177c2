import { didYouMean } from '../kit/nearest-name.ts'
import { EVENT_KINDS, type AgentEvent, type EventKind } from '../model/index.ts'

/** What goes wrong with one line of an event file, in words that complete "line 3: …". */
export type EventResult =
  | { readonly ok: true; readonly event: AgentEvent }
  | { readonly ok: false; readonly reason: string; readonly hint?: string }

type FieldType =
  | 'text'
  | 'number'
  | 'amount'
  | 'boolean'
  | 'map'
  | 'value'
  | 'texts'
  | 'tokens'
  | 'usage'
  | 'chaos'
  | 'judgement'

/** Fields that must be there for an event to mean anything; all others are optional. */
const REQUIRED: Readonly<Record<EventKind, Readonly<Record<string, FieldType>>>> = {
  'session-start': {},
  'turn-start': {},
  'model-request': { provider: 'text', model: 'text', tokens: 'tokens' },
  'model-response': { text: 'text' },
  'tool-call': { tool: 'text', args: 'map' },
  'tool-result': { tool: 'text', ok: 'boolean', content: 'value' },
  state: { fields: 'map' },
  mark: { marker: 'text' },
  'turn-end': {},
  'session-end': {},
  fault: { faultId: 'text', fault: 'text', target: 'text' },
  'judge-verdict': { clauseId: 'text', verdict: 'judgement' },
}

const OPTIONAL: Readonly<Record<string, FieldType>> = {
  sessionId: 'text',
  seq: 'number',
  atMs: 'number',
  turn: 'number',
  surface: 'text',
  agent: 'text',
  model: 'text',
  provider: 'text',
  scopes: 'texts',
  tools: 'texts',
  workdir: 'text',
  input: 'text',
  output: 'text',
  callId: 'text',
  requestId: 'text',
  maxOutputTokens: 'amount',
  system: 'text',
  costUsd: 'amount',
  latencyMs: 'amount',
  stopReason: 'text',
  streamed: 'boolean',
  hosted: 'boolean',
  usage: 'usage',
  chaos: 'chaos',
  reason: 'text',
  judge: 'text',
  cell: 'text',
}

const IS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  amount: isAmount,
  boolean: (value) => typeof value === 'boolean',
  map: isMap,
  value: () => true,
  texts: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  tokens: (value) => isMap(value) && isAmount(value['input']),
  usage: isUsage,
  chaos: (value) => isMap(value) && Object.values(value).every((each) => typeof each === 'boolean'),
  judgement: (value) => value === 'pass' || value === 'fail' || value === 'skip',
}

const WORD: Readonly<Record<FieldType, string>> = {
  text: 'a string',
  number: 'a number',
  amount: 'a number of at least 0',
  boolean: 'true or false',
  map: 'an object',
  value: 'a value',
  tokens: 'an object such as {"input": 1200, "exact": false}',
  texts: 'a list of strings',
  usage: 'an object of numbers of at least 0, with `input` and `output`',
  chaos: 'an object such as {"tool": true, "llm": false, "context": false}',
  judgement: '"pass", "fail" or "skip"',
}

/** One JSON object a line. `sessionId`, `seq`, `atMs` and `callId` may be left out by hand-written files. */
export function readEvent(line: string, index: number): EventResult {
  let value: unknown
  try {
    // a byte order mark, as some editors and shells write it, is no part of the first line
    value = JSON.parse(line.startsWith('\uFEFF') ? line.slice(1) : line)
  } catch (error) {
    return { ok: false, reason: `not valid JSON (${(error as Error).message})` }
  }
  if (!isMap(value)) return { ok: false, reason: 'an event must be a JSON object' }
  const { kind } = value
  if (typeof kind !== 'string' || !Object.hasOwn(REQUIRED, kind))
    return refused(
      kind === undefined ? 'an event must have a `kind`' : `unknown kind ${JSON.stringify(kind)}`,
      didYouMean(typeof kind === 'string' ? kind : '', EVENT_KINDS),
    )
  const required = REQUIRED[kind as EventKind]
  for (const [field, type] of Object.entries(required)) {
    if (!(field in value)) return refused(`a ${kind} event must have \`${field}\` (${WORD[type]})`)
    if (!IS[type](value[field])) return refused(`\`${field}\` must be ${WORD[type]}`)
  }
  for (const field in value) {
    const type =
      Object.hasOwn(OPTIONAL, field) && !Object.hasOwn(required, field) ? OPTIONAL[field] : undefined
    if (type !== undefined && !IS[type](value[field])) return refused(`\`${field}\` must be ${WORD[type]}`)
  }
  const defaults = {
    sessionId: 'session',
    seq: index,
    atMs: 0,
    ...(kind === 'tool-call' || kind === 'tool-result' ? { callId: `call-${index}` } : {}),
  }
  return { ok: true, event: { ...defaults, ...value } as unknown as AgentEvent }
}

/** A token count that is no number would make every sum of costs meaningless. */
function isUsage(value: unknown): boolean {
  return isMap(value) && 'input' in value && 'output' in value && Object.values(value).every(isAmount)
}

/** Less than nothing would be paid back, and would make room under a ceiling. */
function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function refused(reason: string, hint?: string): EventResult {
  return { ok: false, reason, ...(hint === undefined ? {} : { hint }) }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
