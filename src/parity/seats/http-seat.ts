import type { SessionRecord } from '../../model/index.ts'
import { parseJson, type DecodedReply } from '../../wire/index.ts'
import type { Dialect, Entry, EntryCall, EntryResult } from '../dialects/dialect.ts'
import { modelName } from '../mock-model-for.ts'
import { judgesAnswered } from '../scripted-judge.ts'
import type { Seat } from '../seat.ts'
import type { Transcript, TranscriptCall } from '../transcript.ts'

/** How an agent reaches its model, and where what was judged is recorded. */
export interface Line {
  readonly url: string
  readonly send: (url: string, init: RequestInit) => Promise<Response>
  /** Hangs up, and tells what was recorded. */
  close(): Promise<readonly SessionRecord[]>
}

export interface Speech {
  readonly dialect: Dialect
  readonly stream: boolean
}

export const SESSION = 'parity-session'

/** An agent that talks to a model over HTTP in a provider's own format. */
export function httpSeat(transcript: Transcript, { dialect, stream }: Speech, line: Line): Seat {
  const entries: Entry[] = []
  const tools = [
    ...new Set(
      transcript.turns.flatMap(({ replies }) =>
        replies.flatMap(({ calls }) => calls.map(({ tool }) => tool)),
      ),
    ),
  ]
  const calls = new Map<TranscriptCall, EntryCall>()
  let results: EntryResult[] = []
  let declared: Record<string, string> = {}

  async function ask(position: number): Promise<DecodedReply | undefined> {
    const model = modelName(position)
    const response = await line.send(`${line.url}${dialect.path(model, stream)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-holdfast-session': SESSION, ...declared },
      body: JSON.stringify(dialect.body(model, entries, tools, stream)),
    })
    declared = {}
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (response.status === 403) return undefined
    if (!response.ok) throw new Error(`${response.status}: ${new TextDecoder().decode(bytes)}`)
    return decoded(dialect, bytes, stream)
  }

  return {
    async openTurn({ user, state, scopes }) {
      entries.push({ role: 'user', text: user })
      results = []
      declared = {
        ...(state !== undefined && { 'x-holdfast-state': JSON.stringify(state) }),
        ...(scopes !== undefined && { 'x-holdfast-scopes': scopes.join(',') }),
      }
      return true
    },
    async answer(reply, position) {
      if (results.length > 0) entries.push({ role: 'results', results })
      results = []
      const said = await ask(position)
      if (said === undefined) return []
      const heard = said.calls.map(({ callId, tool, args }) => ({ callId, tool, args }))
      entries.push({ role: 'assistant', text: said.text, calls: heard })
      const left = [...reply.calls]
      return heard.map((call) => {
        const meant = takeMeant(left, call)
        calls.set(meant, call)
        return meant
      })
    },
    async ran(call) {
      const { callId, tool } = calls.get(call)!
      results.push({ callId, tool, failed: call.failed, content: call.result })
    },
    closeTurn: judgesAnswered,
    leave: () => line.close(),
  }
}

/** Which call of the transcript was heard; arguments may have been redacted on the way. */
function takeMeant(left: TranscriptCall[], { tool, args }: EntryCall): TranscriptCall {
  const said = JSON.stringify(args)
  const exact = left.findIndex((call) => call.tool === tool && JSON.stringify(call.args) === said)
  const at = exact >= 0 ? exact : left.findIndex((call) => call.tool === tool)
  if (at < 0) throw new Error(`the model never called \`${tool}\``)
  return left.splice(at, 1)[0]!
}

/** What a client makes of a reply. */
function decoded({ format }: Dialect, bytes: Uint8Array, stream: boolean): DecodedReply {
  if (!stream) return format.decodeReply(parseJson(new TextDecoder().decode(bytes)))
  const splitter = format.framing.createSplitter()
  const reader = format.stream.createReader()
  for (const frame of [...splitter.push(bytes), ...splitter.end()]) reader.read(frame)
  return format.decodeReply(reader.body())
}
