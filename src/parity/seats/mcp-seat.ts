import { Relay, Sessions, toolRules } from '../../mcp/index.ts'
import type { JsonObject, SessionRecord } from '../../model/index.ts'
import { memoryStore } from '../../store/index.ts'
import { contractIn } from '../contract-in.ts'
import type { Seat } from '../seat.ts'
import type { Transcript, TranscriptCall } from '../transcript.ts'
import type { View } from './engine-seat.ts'

export const MCP_VIEW: View = { style: 'steps', turns: false, replies: false, judges: false }

const SESSION = 'parity-session'

/** A client and a server in the words of the protocol, with the guard's relay between them. */
export async function mcpSeat(transcript: Transcript): Promise<Seat> {
  const contract = contractIn(transcript)
  const store = memoryStore()
  const sessions = new Sessions({ contract, mode: 'enforce', nowMs: () => 0, store })
  const relay = new Relay({
    session: await sessions.get(SESSION),
    rules: toolRules(contract, undefined, undefined),
    log: () => undefined,
  })
  const ids = new Map<TranscriptCall, number>()
  let asked = 0

  return {
    openTurn: async () => true,
    async answer({ calls }) {
      const allowed = []
      for (const call of calls) {
        asked += 1
        ids.set(call, asked)
        const params = { name: call.tool, arguments: call.args }
        const message = { jsonrpc: '2.0', id: asked, method: 'tools/call', params }
        const { onward } = await relay.fromClient(JSON.stringify(message))
        if (onward !== 'nothing') allowed.push(call)
      }
      return allowed
    },
    async ran(call) {
      const said = typeof call.result === 'string' ? call.result : JSON.stringify(call.result)
      const result: JsonObject = { content: [{ type: 'text', text: said }], isError: call.failed }
      await relay.fromServer(JSON.stringify({ jsonrpc: '2.0', id: ids.get(call)!, result }))
    },
    closeTurn: async () => undefined,
    async leave() {
      await sessions.end(SESSION)
      const records: SessionRecord[] = []
      for await (const record of store.read(SESSION)) records.push(record)
      return records
    },
  }
}
