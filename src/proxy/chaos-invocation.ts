import type { ChaosRun } from '../chaos/chaos-run.ts'

/** Chaos on the wire: which run an invocation of an agent belongs to. */
export interface WireChaosOptions {
  runOf(token: string): ChaosRun | undefined
  /** The session of an invocation, for agents whose address outlives one question; the token itself when absent. */
  sessionOf?(token: string): string
  /** Waits; ends early when the signal says that nobody waits any more. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** An invocation as its base URL names it: `/~/<token>/openai/v1/…`. */
export interface Invocation {
  /** Names the session. */
  readonly token: string
  readonly run: ChaosRun
  /** The path without the invocation. */
  readonly path: string
}

/** `unknown` is a token of nobody's: without its run the request would pass unharmed and count for nothing. */
export function invocationIn(
  url: string,
  chaos: WireChaosOptions | undefined,
): Invocation | 'unknown' | undefined {
  if (chaos === undefined || !url.startsWith('/~/')) return undefined
  const end = url.indexOf('/', 3)
  const token = end < 0 ? '' : decoded(url.slice(3, end))
  const run = token === '' ? undefined : chaos.runOf(token)
  return run === undefined
    ? 'unknown'
    : { token: chaos.sessionOf?.(token) ?? token, run, path: url.slice(end) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
