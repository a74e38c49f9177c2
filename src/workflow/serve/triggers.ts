import { existsSync, readdirSync, statSync, watch } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { HoldfastError } from '../../kit/errors.ts'
import type { JsonObject } from '../../model/index.ts'
import type { Engine } from '../engine.ts'
import type { FileEvent, TriggerSpec } from '../model.ts'
import type { RunResult } from '../run/outcome.ts'
import { parseCron } from './cron.ts'

export interface TriggerOptions {
  readonly engine: Engine
  readonly workdir: string
  readonly timeoutMs: number
  readonly wallMs: () => number
  readonly onRun: (what: string, result: RunResult) => void
  readonly onProblem: (what: string, problem: unknown) => void
}

/** A timer cannot wait longer than this at once. */
const LONGEST_WAIT_MS = 2_000_000_000

/** Starts cron, interval and fs_watch triggers; gives what stops them. */
export function startTriggers(options: TriggerOptions): { readonly count: number; stop(): Promise<void> } {
  const stops = options.engine.workflow.triggers.flatMap((trigger) => startTrigger(trigger, options) ?? [])
  return {
    count: stops.length,
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}

type Stop = () => Promise<void>

function startTrigger(trigger: TriggerSpec, options: TriggerOptions): Stop | undefined {
  switch (trigger.kind) {
    case 'cron': {
      const { schedule, startNode } = trigger
      const parsed = parseCron(schedule)
      if (!parsed.ok)
        throw new HoldfastError('HF_INVALID_FILE', `\`${schedule}\` is not a schedule: ${parsed.reason}`)
      const runner = serial(startNode, `cron ${schedule}`, options)
      return timed(
        (nowMs) => parsed.schedule.nextAfter(nowMs),
        () => runner.fire({ kind: 'cron', schedule }),
        runner,
        options,
      )
    }
    case 'interval': {
      const { everyMs, startNode } = trigger
      const runner = serial(startNode, `every ${everyMs} ms`, options)
      return timed(
        (nowMs) => nowMs + everyMs,
        () => runner.fire({ kind: 'interval', every_ms: everyMs }),
        runner,
        options,
      )
    }
    case 'fs_watch':
      return watching(trigger, options)
    case 'mcp':
    case 'internal':
      throw new HoldfastError(
        'HF_USAGE',
        'this workflow waits for MCP or internal events, which nothing here delivers',
        'use cron, interval, fs_watch or an HTTP route',
      )
  }
}

interface Runner {
  fire(payload: JsonObject): void
  settled(): Promise<void>
}

/** One run at a time; what comes meanwhile is dropped. */
function serial(
  startNode: string,
  what: string,
  { engine, timeoutMs, wallMs, onRun, onProblem }: TriggerOptions,
): Runner {
  let running: Promise<void> | undefined
  let tick = 0
  return {
    fire(payload) {
      if (running !== undefined) return
      tick += 1
      const input = { ...payload, fired_at_unix_ms: Math.floor(wallMs()), tick }
      running = engine
        .run({ start: startNode, kind: 'manual', input, timeoutMs })
        .then(
          (result) => onRun(what, result),
          (problem: unknown) => onProblem(what, problem),
        )
        .finally(() => (running = undefined))
    },
    settled: async () => running,
  }
}

function timed(
  next: (nowMs: number) => number | undefined,
  fire: () => void,
  runner: Runner,
  { wallMs }: TriggerOptions,
): Stop {
  let timer: NodeJS.Timeout | undefined
  let dueMs = next(wallMs())
  const arm = (): void => {
    if (dueMs === undefined) return
    timer = setTimeout(ring, Math.min(LONGEST_WAIT_MS, Math.max(0, dueMs - wallMs())))
  }
  const ring = (): void => {
    if (dueMs !== undefined && wallMs() >= dueMs) {
      fire()
      dueMs = next(wallMs())
    }
    arm()
  }
  arm()
  return async () => {
    clearTimeout(timer)
    await runner.settled()
  }
}

function watching(trigger: Extract<TriggerSpec, { kind: 'fs_watch' }>, options: TriggerOptions): Stop {
  const path = resolve(options.workdir, trigger.path)
  if (!existsSync(path))
    throw new HoldfastError('HF_FILE', `\`${trigger.path}\` is to be watched and does not exist`)
  const isFolder = statSync(path).isDirectory()
  const known = new Set(isFolder ? namesIn(path, trigger.recursive) : [basename(path)])
  const runner = serial(trigger.startNode, `fs_watch ${trigger.path}`, options)
  const pending = new Map<string, NodeJS.Timeout>()
  const notice = (name: string, isRename: boolean): void => {
    pending.delete(name)
    const whole = isFolder ? join(path, name) : path
    const event = eventOf(existsSync(whole), known.has(name))
    if (event === undefined) return
    if (event === 'remove') known.delete(name)
    else known.add(name)
    const { events } = trigger
    if (events.length === 0 || events.includes(event)) runner.fire({ kind: 'fs_watch', path: whole, event })
    else if (isRename && events.includes('rename'))
      runner.fire({ kind: 'fs_watch', path: whole, event: 'rename' })
  }
  const watcher = watch(
    isFolder ? path : dirname(path),
    { recursive: isFolder && trigger.recursive },
    (kind, name) => {
      if (name === null || (!isFolder && name !== basename(path))) return
      clearTimeout(pending.get(name))
      pending.set(
        name,
        setTimeout(() => notice(name, kind === 'rename'), trigger.debounceMs),
      )
    },
  )
  watcher.on('error', (problem) => options.onProblem(`fs_watch ${trigger.path}`, problem))
  return async () => {
    watcher.close()
    for (const timer of pending.values()) clearTimeout(timer)
    await runner.settled()
  }
}

/** By what is there now and what was there before: what the system itself says differs from machine to machine. */
function eventOf(exists: boolean, wasKnown: boolean): FileEvent | undefined {
  if (exists) return wasKnown ? 'modify' : 'create'
  return wasKnown ? 'remove' : undefined
}

function namesIn(folder: string, recursive: boolean): readonly string[] {
  return readdirSync(folder, { recursive }) as string[]
}
