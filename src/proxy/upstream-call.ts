import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { RawHeaders } from './headers.ts'

export interface UpstreamHead {
  readonly status: number
  readonly statusText: string
  readonly headers: RawHeaders
}

export interface UpstreamRequest {
  readonly method: string
  readonly path: string
  readonly headers: string[]
  readonly body: Uint8Array | Readable | null
}

/** Told what comes back. `data` answers whether more may come at once; otherwise `resume` is called later. */
export interface UpstreamListener {
  head(head: UpstreamHead): void
  data(chunk: Buffer): boolean
  end(): void
  /** Nothing follows; the error is a reset, a timeout, or our own abort. */
  failed(error: Error): void
}

export interface UpstreamCall {
  resume(): void
  /** No listener is called afterwards. */
  abort(): void
}

const NOTHING = (): void => undefined

/** One request to a provider, with back-pressure in the hands of the listener. */
export function callUpstream(
  dispatcher: Dispatcher,
  request: UpstreamRequest,
  listener: UpstreamListener,
): UpstreamCall {
  let abort: ((error?: Error) => void) | undefined
  let resume = NOTHING
  let isOver = false
  const once = (step: () => void): void => {
    if (isOver) return
    isOver = true
    step()
  }
  dispatcher.dispatch(request, {
    onConnect(stop) {
      if (isOver) stop()
      else abort = stop
    },
    onHeaders(status, headers, goOn, statusText) {
      // 1xx answers are between us and the provider
      if (status < 200 || isOver) return true
      resume = goOn
      listener.head({ status, statusText, headers: headers.map((part) => part.toString('latin1')) })
      return true
    },
    onData(chunk) {
      return isOver ? true : listener.data(chunk)
    },
    onComplete() {
      once(() => listener.end())
    },
    onError(error) {
      once(() => listener.failed(error))
    },
  })
  return {
    resume: () => resume(),
    abort() {
      isOver = true
      abort?.()
    },
  }
}
