import { createHash, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { OpenRequests } from '../open-requests.ts'
import type { Sessions } from '../sessions.ts'
import type { ToolSession } from '../tool-session.ts'

const MOST_SESSIONS = 1_000

/** Which session a request belongs to, and which requests are open in it. */
export class GuardedSessions {
  private readonly run = `mcp-${randomUUID().slice(0, 8)}`
  /** By name, the least recently used first. */
  private readonly known = new Map<string, OpenRequests>()

  constructor(
    private readonly sessions: Sessions,
    private readonly fixed: string | undefined,
  ) {}

  async open(
    headers: IncomingHttpHeaders,
  ): Promise<{ readonly session: ToolSession; readonly open: OpenRequests }> {
    const name = this.nameOf(headers)
    const open = this.known.get(name) ?? new OpenRequests()
    this.known.delete(name)
    this.known.set(name, open)
    await this.makeRoom()
    const session = await this.sessions.get(name)
    // without a session of the protocol several clients may share a name, and each counts its ids from 0
    return { session, open: headers['mcp-session-id'] === undefined ? new OpenRequests() : open }
  }

  async end(headers: IncomingHttpHeaders): Promise<void> {
    if (headers['mcp-session-id'] === undefined || this.fixed !== undefined) return
    const name = this.nameOf(headers)
    this.known.delete(name)
    await this.sessions.end(name)
  }

  private async makeRoom(): Promise<void> {
    if (this.known.size <= MOST_SESSIONS) return
    const [oldest] = this.known.keys()
    this.known.delete(oldest!)
    await this.sessions.end(oldest!)
  }

  /** A client cannot join another's session by guessing its name: what it proves itself with is part of it. */
  private nameOf(headers: IncomingHttpHeaders): string {
    if (this.fixed !== undefined) return this.fixed
    const label = JSON.stringify([
      headers.authorization,
      headers['mcp-session-id'],
      headers['x-holdfast-session'],
    ])
    return `${this.run}-${createHash('sha256').update(label).digest('hex').slice(0, 24)}`
  }
}
