import type { Judge } from '../model/index.ts'
import type { Transcript } from './transcript.ts'

/** Answers at once what the transcript says, in order. */
export function scriptedJudge({ judge }: Transcript): Judge {
  let asked = 0
  return {
    async ask() {
      const verdict = judge[asked] ?? 'skip'
      asked += 1
      return { verdict, reason: 'as the transcript says', judge: 'scripted', costUsd: 0 }
    },
  }
}

/** Answers are events of their own; what has been asked is answered when this resolves. */
export function judgesAnswered(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
