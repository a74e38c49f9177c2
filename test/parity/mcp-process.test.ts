import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compare, readTranscript, type Seat, type Transcript } from '../../src/parity/index.ts'
import type { SessionRecord } from '../../src/model/index.ts'
import { openStore } from '../../src/store/index.ts'
import { connect, textOf, world } from '../mcp/world.ts'

const folder = new URL('../../corpus/parity/', import.meta.url)

/** The official client, the guard as a process of its own, and a server behind it. */
async function processSeat(transcript: Transcript): Promise<Seat> {
  const place = world(transcript.contractText)
  const results: Record<string, { text: string; failed: boolean }[]> = {}
  for (const { tool, args, result, failed } of transcript.turns.flatMap(({ replies }) =>
    replies.flatMap(({ calls }) => calls),
  ))
    (results[JSON.stringify([tool, args])] ??= []).push({ text: JSON.stringify(result), failed })
  const { client } = await connect(place, {
    server: [process.execPath, join(import.meta.dirname, 'scripted-server.mjs')],
    env: { RESULTS: JSON.stringify(results) },
  })
  return {
    openTurn: async () => true,
    async answer({ calls }) {
      const allowed = []
      for (const call of calls) {
        const said = await client.callTool({ name: call.tool, arguments: call.args })
        if (!textOf(said).startsWith('Blocked by Holdfast: the call')) allowed.push(call)
      }
      return allowed
    },
    // the answer to a call brings its result, which has been judged by then
    ran: async () => undefined,
    closeTurn: async () => undefined,
    async leave() {
      await client.close()
      const store = await openStore(join(place.folder, 'records.db'))
      const records: SessionRecord[] = []
      for await (const { sessionId } of store.sessions())
        for await (const record of store.read(sessionId)) records.push(record)
      await store.close()
      return records
    },
  }
}

test.each([
  'blocked-command',
  'allowlist',
  'repeated-action',
  'failed-tool',
  'result-blocked',
  'precede-tool',
])('the official client behind a guard process gets the same verdicts: %s', async (name) => {
  const text = readFileSync(new URL(`${name}.yaml`, folder), 'utf8')
  const { transcript } = readTranscript(`${name}.yaml`, text)
  const { disagreements } = await compare(transcript!, { sitBehindMcp: processSeat })
  expect(disagreements).toEqual([])
})
