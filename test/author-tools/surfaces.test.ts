import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { backtestSession, stepOf } from '../../src/backtest/index.ts'
import { groupBy } from '../../src/kit/group-by.ts'
import type { SessionRecord } from '../../src/model/index.ts'
import { contractIn } from '../../src/parity/contract-in.ts'
import { DIALECTS } from '../../src/parity/dialects/index.ts'
import { readTranscript, type Seat, type Transcript } from '../../src/parity/index.ts'
import { mockModelFor } from '../../src/parity/mock-model-for.ts'
import { walk } from '../../src/parity/seat.ts'
import { hookInProcess, hookSeat } from '../../src/parity/seats/hook-seat.ts'
import { httpSeat } from '../../src/parity/seats/http-seat.ts'
import { mcpSeat } from '../../src/parity/seats/mcp-seat.ts'
import { proxyLine } from '../../src/parity/seats/proxy-line.ts'
import { sdkLine } from '../../src/parity/seats/sdk-line.ts'

const folder = new URL('../../corpus/parity/', import.meta.url)

const transcripts = readdirSync(folder).map((file) => {
  const { transcript } = readTranscript(file, readFileSync(new URL(file, folder), 'utf8'))
  return [file, transcript!] as const
})

/** What its own contract makes of what a surface recorded, where that is anything but the same. */
function differences(transcript: Transcript, records: readonly SessionRecord[]): readonly unknown[] {
  const candidate = contractIn(transcript)
  return [...groupBy(records, ({ event }) => event.sessionId)].flatMap(([sessionId, own]) => {
    const result = backtestSession({ candidate }, { sessionId, steps: own.map(stepOf) })
    const { flips, hidden, compliance } = result
    const isSame =
      flips.length === 0 && hidden === 0 && isDeepStrictEqual(compliance.before, compliance.after)
    return isSame ? [] : [result]
  })
}

test.each(transcripts)(
  'whatever surface recorded it, its own contract flips nothing: %s',
  async (_file, transcript) => {
    const model = await mockModelFor(transcript)
    try {
      const seats: Record<string, Seat> = {
        hook: hookSeat(transcript, hookInProcess),
        mcp: await mcpSeat(transcript),
      }
      for (const dialect of DIALECTS)
        for (const stream of [false, true]) {
          const speech = { dialect, stream }
          const name = `${dialect.format.name}${stream ? ', streamed' : ''}`
          seats[`proxy, ${name}`] = httpSeat(
            transcript,
            speech,
            await proxyLine(transcript, speech, model.url),
          )
          seats[`sdk, ${name}`] = httpSeat(transcript, speech, await sdkLine(transcript, speech, model.url))
        }
      const found: Record<string, readonly unknown[]> = {}
      for (const [name, seat] of Object.entries(seats)) {
        const records = await walk(transcript, seat)
        // a tool server hears nothing of a conversation without tools
        if (name !== 'mcp') expect(records.length).toBeGreaterThan(0)
        const different = differences(transcript, records)
        if (different.length > 0) found[name] = different
      }
      expect(found).toEqual({})
    } finally {
      await model.close()
    }
  },
)
