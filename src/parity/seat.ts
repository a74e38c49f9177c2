import type { SessionRecord } from '../model/index.ts'
import type { Transcript, TranscriptCall, TranscriptReply, TranscriptTurn } from './transcript.ts'

/** Where an agent sits while one surface watches it. */
export interface Seat {
  /** A user asks; `false` when the turn may not begin. */
  openTurn(turn: TranscriptTurn): Promise<boolean>
  /** The model answers; gives the calls that may run. `position` counts the replies of the whole transcript. */
  answer(reply: TranscriptReply, position: number): Promise<readonly TranscriptCall[]>
  /** A call has run. */
  ran(call: TranscriptCall): Promise<void>
  /** Nothing is left to do in this turn. */
  closeTurn(): Promise<void>
  /** Leaves, and tells what the surface recorded. */
  leave(): Promise<readonly SessionRecord[]>
}

/** The same agent on every surface: it runs what it may run, and stops where it may run nothing. */
export async function walk({ turns }: Transcript, seat: Seat): Promise<readonly SessionRecord[]> {
  let first = 0
  for (const turn of turns) {
    if (await seat.openTurn(turn)) {
      for (const [index, reply] of turn.replies.entries()) {
        const allowed = await seat.answer(reply, first + index)
        for (const call of allowed) await seat.ran(call)
        if (allowed.length === 0) break
        if (reply === turn.replies.at(-1)) throw new Error('the transcript ends in the middle of a turn')
      }
      await seat.closeTurn()
    }
    first += turn.replies.length
  }
  return seat.leave()
}
