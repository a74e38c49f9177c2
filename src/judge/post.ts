import type { AbortSignalLike } from '../model/index.ts'

export type PostResult =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly reason: string; readonly status?: number }

export interface PostOptions {
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
  readonly signal: AbortSignalLike | undefined
}

const MAX_BODY_BYTES = 1_048_576

/** Posts JSON and reads JSON. Never throws; what goes wrong is told without a word of headers, URL or body. */
export async function postJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  { fetch, timeoutMs, signal }: PostOptions,
): Promise<PostResult> {
  if (isAborted(signal)) return { ok: false, reason: 'aborted' }
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  const listening = signal instanceof AbortSignal ? signal : undefined
  listening?.addEventListener('abort', abort, { once: true })
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: controller.signal,
      // a redirect would take the key to another host
      redirect: 'error',
    })
    if (!response.ok) {
      await response.body?.cancel().catch(() => undefined)
      return { ok: false, reason: `HTTP ${response.status}`, status: response.status }
    }
    return parsed(await boundedText(response))
  } catch (error) {
    if (isAborted(signal)) return { ok: false, reason: 'aborted' }
    if (controller.signal.aborted) return { ok: false, reason: `no answer within ${timeoutMs} ms` }
    return { ok: false, reason: `network error${codeOf(error)}` }
  } finally {
    clearTimeout(timer)
    listening?.removeEventListener('abort', abort)
  }
}

function isAborted(signal: AbortSignalLike | undefined): boolean {
  return signal?.aborted === true
}

async function boundedText(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > MAX_BODY_BYTES) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

function parsed(text: string | undefined): PostResult {
  if (text === undefined) return { ok: false, reason: 'the response is too large' }
  try {
    return { ok: true, body: JSON.parse(text) as unknown }
  } catch {
    return { ok: false, reason: 'the response is not JSON' }
  }
}

/** Only the system's own code, such as ECONNREFUSED: messages may quote the URL. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null ? (cause as { code?: unknown }).code : undefined
  return typeof code === 'string' && /^[A-Z_]{2,40}$/u.test(code) ? ` (${code})` : ''
}
