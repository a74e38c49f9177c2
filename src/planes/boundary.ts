import type { ChaosRun, ToolAction } from '../chaos/chaos-run.ts'
import { editedText, isTextEdit } from '../chaos/edit-text.ts'
import type { ModelAction } from '../chaos/model-action.ts'
import { realSleep, type Sleep } from './sleep.ts'

/** What comes of a question when chaos stands around the whole agent. */
export type BoundaryOutcome<Answer> =
  /** The agent answered; `output` is its answer as chaos left it. */
  | { readonly kind: 'answered'; readonly output: string; readonly answer: Answer }
  /** Chaos answered in place of the agent, which was never asked. */
  | { readonly kind: 'replaced'; readonly output: string }
  | {
      readonly kind: 'failed'
      readonly reason: 'timeout' | 'refused'
      readonly message: string
      readonly retryAfterMs?: number
    }
  /** The agent itself did not answer; nothing was changed. */
  | { readonly kind: 'no-answer'; readonly answer: Answer }

export interface BoundaryOptions<Answer> {
  readonly ask: (prompt: string) => Promise<Answer>
  /** The text of an answer, or nothing when there is none. */
  readonly outputOf: (answer: Answer) => string | undefined
  readonly sleep?: Sleep
  readonly signal?: AbortSignal
}

/**
 * Chaos around a black box: its question is attacked, its answer damaged or replaced. This measures how the fault
 * looks from outside and nothing about how the agent deals with it, so reports call it by its plane.
 */
export async function askAtBoundary<Answer>(
  run: ChaosRun,
  prompt: string,
  { ask, outputOf, sleep = realSleep, signal }: BoundaryOptions<Answer>,
): Promise<BoundaryOutcome<Answer>> {
  const question = run.input('boundary', prompt)
  const tool = run.toolCall('boundary', { callId: 'agent', tool: 'agent' })
  const model = run.modelCall('boundary')
  const wait = (ms: number): Promise<void> => (ms > 0 ? sleep(ms, signal) : Promise.resolve())
  await wait(tool.delayMs + model.delayMs)
  const stop = await stoppedBy(tool, model, wait)
  const replaced =
    stop ?? (tool.kind === 'answer' ? ({ kind: 'replaced', output: tool.text } as const) : undefined)
  if (replaced !== undefined) {
    missAll(model)
    return replaced
  }
  const answer = await ask(question)
  const output = outputOf(answer)
  if (output === undefined) {
    missAll(model)
    return { kind: 'no-answer', answer }
  }
  return { kind: 'answered', output: damaged(output, model), answer }
}

type Stopped = Extract<BoundaryOutcome<never>, { kind: 'failed' }>

async function stoppedBy(
  tool: ToolAction,
  model: ModelAction,
  wait: (ms: number) => Promise<void>,
): Promise<Stopped | undefined> {
  const timeOutMs = tool.kind === 'time-out' ? tool.afterMs : model.timeOutAfterMs
  if (timeOutMs !== undefined) {
    await wait(timeOutMs)
    return { kind: 'failed', reason: 'timeout', message: `timed out after ${timeOutMs} ms` }
  }
  if (tool.kind === 'fail')
    return { kind: 'failed', reason: 'refused', message: `${tool.status} ${tool.message}` }
  if (model.refusal === undefined) return undefined
  const { status, message, retryAfterSeconds } = model.refusal
  return {
    kind: 'failed',
    reason: 'refused',
    message: `${status} ${message}`,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1000 }),
  }
}

/** Edits of an answer that never came have not fired. */
function missAll({ edits, missed }: ModelAction): void {
  for (const edit of edits) missed?.(edit)
}

function damaged(output: string, { edits, missed }: ModelAction): string {
  let text = output
  for (const edit of edits) {
    const next = isTextEdit(edit) ? editedText(text, edit) : text
    if (next === text) missed?.(edit)
    text = next
  }
  return text
}
