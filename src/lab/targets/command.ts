import { startGroup } from '../agent-process/process-group.ts'
import type { Target } from '../target.ts'
import { excerpt, type Outcome } from './answers.ts'
import { asking } from './asking.ts'
import type { Deadline } from './deadline.ts'
import { promptWithEarlier } from './earlier-turns.ts'
import type { Interposition } from './interposition.ts'

export interface CommandTargetOptions {
  /** Word by word; `{prompt}` in a word is the prompt, and no shell ever sees it. */
  readonly command: readonly string[]
  readonly promptVia: 'stdin' | 'argument'
  readonly cwd: string
  readonly env: (lane: number) => Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly planes: Target['planes']
  readonly mostLanes: number
  readonly interposition?: Interposition | undefined
}

const MAX_OUTPUT_BYTES = 16 * 1_048_576

/** A program that is started for each question: prompt in, answer out. */
export function commandTarget(options: CommandTargetOptions): Target {
  const { command, timeoutMs, interposition } = options
  return {
    name: `command ${command.join(' ')}`,
    planes: options.planes,
    mostLanes: options.mostLanes,
    open: async () => undefined,
    ask: (question) =>
      asking(question, {
        timeoutMs,
        interposition,
        work: (prompt, deadline) =>
          run(options, question.lane, promptWithEarlier({ ...question, prompt }), deadline),
      }),
    async close() {
      await interposition?.close()
    },
  }
}

async function run(
  { command, promptVia, cwd, env }: CommandTargetOptions,
  lane: number,
  prompt: string,
  deadline: Deadline,
): Promise<Outcome> {
  const hasPlace = command.some((word) => word.includes('{prompt}'))
  const inWords = hasPlace || promptVia === 'argument'
  const words = hasPlace
    ? command.map((word) => word.replaceAll('{prompt}', () => prompt))
    : inWords
      ? [...command, prompt]
      : command
  const group = await startGroup({ command: words, cwd, env: env(lane), speaks: true })
  const stop = (): void => void group.stop(0)
  deadline.signal.addEventListener('abort', stop, { once: true })
  if (deadline.signal.aborted) stop()
  try {
    group.stdin!.end(inWords ? '' : prompt)
    // a grandchild could hold the pipe open for ever
    void group.ended.then(() => group.endLeftovers())
    const output = await readAll(group.stdout!)
    const { exitCode, signal } = await group.ended
    if (exitCode === 0)
      return output === undefined
        ? { reason: 'bad-answer', message: `the answer is larger than ${MAX_OUTPUT_BYTES} bytes` }
        : { output: output.replace(/\r?\n$/u, '') }
    const said = excerpt(group.log.text(600), 500)
    return { reason: 'crashed', message: `${signal ?? `exit ${exitCode}`}${said === '' ? '' : `: ${said}`}` }
  } finally {
    deadline.signal.removeEventListener('abort', stop)
    await group.stop(0)
  }
}

async function readAll(stdout: AsyncIterable<unknown>): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stdout) {
      bytes += (chunk as Buffer).length
      if (bytes > MAX_OUTPUT_BYTES) return undefined
      chunks.push(chunk as Buffer)
    }
  } catch {
    // a pipe cut by the end of the time says nothing
  }
  return Buffer.concat(chunks).toString('utf8')
}
