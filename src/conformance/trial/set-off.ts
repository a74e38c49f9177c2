import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import {
  parseCron,
  serveWorkflow,
  type Engine,
  type HttpReply,
  type RunResult,
  type Serving,
} from '../../workflow/index.ts'
import type { TriggerPlan } from '../model.ts'

export interface SetOffOptions {
  readonly timeoutMs: number
  readonly workdir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stateDir?: string
}

/** What a trigger that is really served led to; no result when nothing was run. */
export interface SetOff {
  readonly result?: RunResult
  readonly reply?: HttpReply
}

export function isServed({ kind, request }: TriggerPlan): boolean {
  return request !== undefined || kind === 'cron' || kind === 'interval' || kind === 'fs_watch'
}

/** Serves the workflow, lets its trigger fire once, and gives the run that came of it. */
export async function setOff(engine: Engine, plan: TriggerPlan, options: SetOffOptions): Promise<SetOff> {
  const { timeoutMs, workdir, env, stateDir } = options
  let onFirst: (outcome: RunResult | Error) => void = () => undefined
  const first = new Promise<RunResult | Error>((done) => (onFirst = done))
  const serving = await serveWorkflow({
    engine,
    host: '127.0.0.1',
    port: 0,
    timeoutMs,
    env,
    workdir,
    nowMs: () => performance.now(),
    wallMs: clockFor(engine, plan),
    onRun: (_what, result) => onFirst(result),
    onProblem: (_what, problem) => onFirst(problem instanceof Error ? problem : new Error(String(problem))),
    ...(stateDir !== undefined && { stateDir }),
  })
  try {
    if (plan.request !== undefined) return await asked(serving, plan.request, first, timeoutMs)
    if (plan.touch !== undefined) await touch(resolve(workdir, plan.touch.path), plan.touch.content)
    // a run ends by its own deadline; this one is for triggers that never fire
    const outcome = await within(first, timeoutMs + 2_000)
    if (outcome instanceof Error) throw outcome
    return outcome === undefined ? {} : { result: outcome }
  } finally {
    await serving.close()
  }
}

async function asked(
  { url }: Serving,
  { method, path, headers, body }: NonNullable<TriggerPlan['request']>,
  first: Promise<RunResult | Error>,
  timeoutMs: number,
): Promise<SetOff> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(timeoutMs + 5_000),
  })
  const reply = {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    body: await response.text(),
  }
  // the run is told of before the answer is sent, so one that is not known by now never was
  const outcome = await Promise.race([
    first,
    new Promise<undefined>((none) => setTimeout(() => none(undefined), 0)),
  ])
  return outcome === undefined || outcome instanceof Error ? { reply } : { result: outcome, reply }
}

async function touch(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

async function within<T>(pending: Promise<T>, limitMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<undefined>((none) => (timer = setTimeout(() => none(undefined), limitMs)))
  try {
    return await Promise.race([pending, limit])
  } finally {
    clearTimeout(timer)
  }
}

/** A clock that stands just before the moment the schedule is due, so that nobody waits for Monday at nine. */
function clockFor({ workflow }: Engine, { kind }: TriggerPlan): () => number {
  const startMs = Date.now()
  const dueMs = workflow.triggers.map((trigger): number | undefined => {
    if (trigger.kind !== kind) return undefined
    if (trigger.kind === 'interval') return startMs + trigger.everyMs
    if (trigger.kind !== 'cron') return undefined
    const parsed = parseCron(trigger.schedule)
    return parsed.ok ? parsed.schedule.nextAfter(startMs) : undefined
  })
  const firstMs = dueMs.find((at) => at !== undefined)
  if (firstMs === undefined) return () => Date.now()
  let hasBeenRead = false
  return () => {
    if (hasBeenRead) return Math.max(firstMs, startMs) + (Date.now() - startMs)
    hasBeenRead = true
    return startMs
  }
}
