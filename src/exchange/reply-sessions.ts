import { dropOldest } from './session.ts'

/** In which session a provider gave which reply; the oldest are forgotten. */
export class ReplySessions {
  private readonly sessionByReply = new Map<string, string>()

  constructor(private readonly most: number) {}

  remember(client: string, responseId: string, sessionId: string): void {
    this.sessionByReply.set(`${client} ${responseId}`, sessionId)
    dropOldest(this.sessionByReply, this.most)
  }

  sessionOf(client: string, responseId: string): string | undefined {
    return this.sessionByReply.get(`${client} ${responseId}`)
  }
}
