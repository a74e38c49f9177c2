import type { JudgeTask } from './decision.ts'

/** What a judge said, or why it said nothing; a judge that cannot answer is never a failure of the agent. */
export interface JudgeAnswer {
  readonly verdict: 'pass' | 'fail' | 'skip'
  readonly reason: string
  /** The judge that answered, such as `openrouter:deepseek/deepseek-chat:free`. */
  readonly judge?: string
  readonly costUsd?: number
}

export interface Judge {
  ask(task: JudgeTask, signal?: AbortSignalLike): Promise<JudgeAnswer>
}

/** The part of `AbortSignal` a port may rely on without knowing its platform. */
export interface AbortSignalLike {
  readonly aborted: boolean
}
