import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { HoldfastError } from '../../kit/errors.ts'
import { safeRegex } from '../../kit/safe-regex.ts'
import type { ProcessGroup } from './process-group.ts'

/** How an agent shows that it can be asked. */
export type Readiness =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'log'; readonly pattern: string }
  | { readonly kind: 'port'; readonly port: number }

const POLL_MS = 50

/** Waits until the agent is ready; an agent that ends or stays silent is a clear error with the end of its log. */
export async function waitUntilReady(
  group: ProcessGroup,
  readiness: Readiness,
  timeoutMs: number,
  name: string,
): Promise<void> {
  const over = AbortSignal.timeout(timeoutMs)
  const died = group.ended.then(({ exitCode, signal }) => {
    throw new HoldfastError(
      'HF_CANNOT_JUDGE',
      `${name} ended before it was ready (${signal ?? `exit ${exitCode ?? 'unknown'}`})${logOf(group)}`,
      'start it by hand with the same command to see why',
    )
  })
  died.catch(() => undefined)
  const late = (): never => {
    throw new HoldfastError(
      'HF_CANNOT_JUDGE',
      `${name} was not ready within ${timeoutMs} ms: ${waitedFor(readiness)}${logOf(group)}`,
      'raise agent.ready.timeout, or correct what it waits for',
    )
  }
  const ready = readiness.kind === 'log' ? logged(group, readiness.pattern, over) : polled(readiness, over)
  if (!(await Promise.race([ready, died]))) late()
}

function waitedFor(readiness: Readiness): string {
  if (readiness.kind === 'url') return `${readiness.url} did not answer`
  return readiness.kind === 'log'
    ? `no line of its log has \`${readiness.pattern}\``
    : `nobody listens on port ${readiness.port}`
}

function logOf({ log }: ProcessGroup): string {
  const text = log.text(1_500)
  return text === '' ? '' : `\n  its log ends with:\n${text.replace(/^/gmu, '    ')}`
}

function logged({ log }: ProcessGroup, pattern: string, over: AbortSignal): Promise<boolean> {
  const fits = linePattern(pattern)
  return new Promise((resolve) => {
    const stop = log.follow((line) => {
      if (fits(line)) resolve(true)
    })
    over.addEventListener('abort', () => {
      stop()
      resolve(false)
    })
  })
}

/** A text that stands in the line, or a regex between slashes. */
function linePattern(written: string): (line: string) => boolean {
  const source = /^\/(.+)\/$/u.exec(written)?.[1]
  if (source === undefined) return (line) => line.includes(written)
  const compiled = safeRegex(source)
  if (compiled.ok) return (line) => compiled.regex.test(line)
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `agent.ready: /${source}/ is no regex: ${compiled.reason}`,
    compiled.hint,
  )
}

async function polled(
  readiness: Exclude<Readiness, { readonly kind: 'log' }>,
  over: AbortSignal,
): Promise<boolean> {
  while (!over.aborted) {
    if (await (readiness.kind === 'url' ? answers(readiness.url, over) : listens(readiness.port))) return true
    await sleep(POLL_MS)
  }
  return false
}

/** Any answer but an error of the server: a health route may want a login. */
async function answers(url: string, over: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: over, headers: { connection: 'close' } })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const finish = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
    socket.setTimeout(1_000, () => finish(false))
  })
}
