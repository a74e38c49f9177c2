import { randomUUID } from 'node:crypto'
import type { Judge } from '../model/index.ts'

/** Finds judges by the keys of the environment; most contracts never ask one, so that it is loaded with the first question. */
export function judgeFromEnvironment(): Judge {
  let found: Promise<Judge> | undefined
  return {
    async ask(task, signal) {
      found ??= import('../judge/index.ts').then(({ createJudge }) =>
        createJudge({ env: process.env, nonce: randomUUID() }),
      )
      return (await found).ask(task, signal)
    },
  }
}
