import type { Judge, JudgeAnswer, JudgeTask } from '../model/index.ts'

export interface FakeJudge extends Judge {
  /** What it was asked, in order. */
  readonly asked: readonly JudgeTask[]
}

type Scripted = JudgeAnswer | JudgeAnswer['verdict']

/** A judge for tests: gives the listed answers one by one, or what a function says; then skips. */
export function fakeJudge(answers: readonly Scripted[] | ((task: JudgeTask) => Scripted)): FakeJudge {
  const asked: JudgeTask[] = []
  return {
    asked,
    ask(task, signal) {
      if (signal?.aborted === true) return Promise.resolve({ verdict: 'skip', reason: 'aborted' })
      asked.push(task)
      const answer = typeof answers === 'function' ? answers(task) : answers[asked.length - 1]
      return Promise.resolve(complete(answer))
    },
  }
}

function complete(answer: Scripted | undefined): JudgeAnswer {
  if (answer === undefined) return { verdict: 'skip', reason: 'no scripted answer is left' }
  if (typeof answer === 'object') return answer
  return { verdict: answer, reason: `scripted ${answer}`, judge: 'fake', costUsd: 0 }
}
