import type { JsonValue } from '../../model/index.ts'
import type { RecordedResponse, ReplaySession } from '../replay-session.ts'
import { asObject, nameOf, replayOf, roleOf, textOf, type Said } from './conversation.ts'

/** Runs as LangSmith exports them: one, a list, or `{runs: […]}`; children of kind `tool` are the tools' answers. */
export function replaysOfLangsmith(value: unknown): readonly ReplaySession[] {
  return runsOf(value).flatMap((run) => replayOfRun(run) ?? [])
}

export function looksLikeLangsmith(value: unknown): boolean {
  return runsOf(value).some((run) => 'run_type' in run || 'child_runs' in run)
}

type Run = Readonly<Record<string, unknown>>

function runsOf(value: unknown): readonly Run[] {
  const held = Array.isArray(value) ? value : (asObject(value)?.['runs'] ?? [value])
  return nested(objectsIn(held))
}

function objectsIn(list: unknown): readonly Run[] {
  if (!Array.isArray(list)) return []
  return list.map(asObject).filter((entry) => entry !== undefined)
}

/** A flat list names parents by id; the children of a root are then the runs of its trace. */
function nested(runs: readonly Run[]): readonly Run[] {
  const isFlat = runs.some((run) => typeof run['parent_run_id'] === 'string')
  if (!isFlat) return runs
  return runs
    .filter((run) => typeof run['parent_run_id'] !== 'string')
    .map((root) => ({
      ...root,
      child_runs: runs.filter(
        (run) => run !== root && (run['trace_id'] === root['id'] || run['parent_run_id'] === root['id']),
      ),
    }))
}

function replayOfRun(run: Run): ReplaySession | undefined {
  const { id, inputs, error, start_time: startTime } = run
  return replayOf({
    id: nameOf(id, 'run'),
    source: 'langsmith',
    ...(typeof startTime === 'string' ? { capturedAt: startTime } : {}),
    said: saidIn(asObject(inputs) ?? {}),
    toolResponses: toolRuns(run).map(responseOf),
    ...(typeof error === 'string' ? { failure: error } : {}),
  })
}

const INPUT_KEYS = ['input', 'question', 'query', 'prompt', 'text']

function saidIn(inputs: Run): readonly Said[] {
  const { messages } = inputs
  if (Array.isArray(messages)) {
    // a batch of one conversation is a list in a list
    const list: readonly unknown[] = Array.isArray(messages[0]) ? (messages[0] as unknown[]) : messages
    return list.flatMap(saidBy)
  }
  const key = INPUT_KEYS.find((name) => typeof inputs[name] === 'string')
  return key === undefined ? [] : [{ role: 'user', content: String(inputs[key]) }]
}

/** Both spellings: `{role, content}`, and a serialised message of LangChain. */
function saidBy(entry: unknown): readonly Said[] {
  const message = asObject(entry)
  const inner = asObject(message?.['kwargs']) ?? asObject(message?.['data']) ?? message
  const kind = message?.['role'] ?? message?.['type'] ?? lastName(message?.['id'])
  const role = roleOf(kind) ?? roleOf(inner?.['type']) ?? roleOf(lastName(message?.['id']))
  const content = textOf(inner?.['content'])
  return role === undefined || content === '' ? [] : [{ role, content }]
}

/** `["langchain", "schema", "messages", "HumanMessage"]` is a human's. */
function lastName(id: unknown): string | undefined {
  const last = Array.isArray(id) ? (id.at(-1) as unknown) : undefined
  return typeof last === 'string' ? last.replace(/Message(?:Chunk)?$/u, '').toLowerCase() : undefined
}

function toolRuns(run: Run): readonly Run[] {
  return objectsIn(run['child_runs']).flatMap((child) =>
    child['run_type'] === 'tool' ? [child] : toolRuns(child),
  )
}

function responseOf(run: Run): RecordedResponse {
  const { name, outputs, error, start_time: start, end_time: end } = run
  const said = asObject(outputs)?.['output'] ?? outputs
  const latencyMs = Date.parse(String(end)) - Date.parse(String(start))
  return {
    tool: nameOf(name, 'unknown'),
    ...(typeof error === 'string'
      ? { response: error }
      : said === undefined || said === null
        ? {}
        : { response: said as JsonValue }),
    status: typeof error === 'string' ? 500 : 200,
    ...(Number.isFinite(latencyMs) ? { latencyMs } : {}),
  }
}
