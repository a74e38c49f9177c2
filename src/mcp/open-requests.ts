import type { RequestId } from './json-rpc.ts'
import type { OngoingCall } from './tool-session.ts'

/** A request of the client that the server has not answered. */
export interface OpenRequest {
  readonly method: string
  /** The peers speak the revision without a handshake, whose results name their type. */
  readonly isModern: boolean
  readonly call?: OngoingCall
  /** The task whose outcome is asked for. */
  readonly taskId?: string
  /** The answer is held back so long, because chaos made the tool slow. */
  readonly delayMs?: number
}

const MOST_OPEN = 10_000
const MOST_CANCELLED = 1_000

/** What is under way, by id. An answer to nothing that was asked has no way through. */
export class OpenRequests {
  private readonly open = new Map<string, OpenRequest>()
  private readonly cancelled = new Set<string>()

  /** Why a request with this id cannot be let through. */
  problemWith(id: RequestId): string | undefined {
    if (this.open.has(String(id))) return `the id \`${id}\` is in use`
    return this.open.size >= MOST_OPEN ? `more than ${MOST_OPEN} requests are under way` : undefined
  }

  add(id: RequestId, request: OpenRequest): string | undefined {
    const problem = this.problemWith(id)
    if (problem === undefined) this.open.set(String(id), request)
    return problem
  }

  take(id: RequestId): OpenRequest | undefined {
    const key = String(id)
    const request = this.open.get(key)
    this.open.delete(key)
    this.cancelled.delete(key)
    return request
  }

  /** A server may still answer what was cancelled, and owes no answer: only some are remembered. */
  cancel(id: RequestId): void {
    const key = String(id)
    if (!this.open.has(key)) return
    this.cancelled.add(key)
    if (this.cancelled.size <= MOST_CANCELLED) return
    const [oldest] = this.cancelled
    this.cancelled.delete(oldest!)
    this.open.delete(oldest!)
  }
}
