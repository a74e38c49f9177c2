import type { Dispatcher } from 'undici'
import type { ChaosRun, LedgerEntry } from '../chaos/chaos-run.ts'
import type { JsonObject } from '../model/index.ts'
import type { DecodedReply } from '../wire/reply.ts'
import type { DecodedRequest } from '../wire/request.ts'
import type { Invocation, WireChaosOptions } from './chaos-invocation.ts'
import { memoryOf } from './chaos-memory.ts'
import { toldRequest } from './chaos-request.ts'
import { callDamagedUpstream, type DamagingOptions } from './chaos-upstream.ts'
import type { UpstreamCall, UpstreamListener, UpstreamRequest } from './upstream-call.ts'

/** Chaos in one request and its reply. */
export class ExchangeChaos {
  readonly token: string
  private readonly run: ChaosRun
  private readonly sleep: NonNullable<WireChaosOptions['sleep']>
  private readonly gone = new AbortController()

  constructor({ token, run }: Invocation, sleep: WireChaosOptions['sleep'] = realSleep) {
    this.token = token
    this.run = run
    this.sleep = sleep
  }

  /** The body that the model is told in place of what the agent sent; held back while a tool is slow. */
  async request(body: JsonObject, messagesKey: string, decoded: DecodedRequest): Promise<JsonObject> {
    const told = toldRequest(this.run, body, messagesKey, decoded)
    if (told.delayMs > 0) await this.sleep(told.delayMs, this.gone.signal)
    return told.body
  }

  call(
    dispatcher: Dispatcher,
    request: UpstreamRequest,
    listener: UpstreamListener,
    options: Omit<DamagingOptions, 'action' | 'sleep'>,
  ): UpstreamCall {
    const action = this.run.modelCall('wire')
    return callDamagedUpstream(dispatcher, request, listener, { ...options, action, sleep: this.sleep })
  }

  /** Some clients report a result without telling again whose it is. */
  sawReply({ calls }: DecodedReply): void {
    const { toolOf } = memoryOf(this.run)
    for (const { callId, tool } of calls) if (callId !== '') toolOf.set(callId, tool)
  }

  /** What fired since the last time, each firing once. */
  newlyFired(): readonly LedgerEntry[] {
    const { recorded } = memoryOf(this.run)
    const fresh = this.run.ledger.filter((entry) => !recorded.has(entry))
    for (const entry of fresh) recorded.add(entry)
    return fresh
  }

  clientGone(): void {
    this.gone.abort()
  }
}

function realSleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
    if (signal?.aborted === true) done()
  })
}
