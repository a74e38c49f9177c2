import { HoldfastError } from '../../kit/errors.ts'
import { hashWord } from '../../kit/hash.ts'
import type { AssignedPlan } from '../../chaos/index.ts'
import type { AskRequest, Asked } from '../asker.ts'
import type { Journal } from '../journal.ts'
import type { RunWarning } from '../run-result.ts'
import type { Answer, Target } from '../target.ts'

export const STATEFUL_WARNING =
  'Warning: No reset_endpoint configured. Contract matrix cells may share state. Results may be contaminated. Add reset_endpoint to your config for accurate isolation.'

const CALM: AssignedPlan = { faults: [] }

type Failed = Extract<Answer, { kind: 'failed' }>

/** Reasons for which asking on makes no sense: there is no agent to judge. */
const HOPELESS: Readonly<Record<Failed['reason'], string | undefined>> = {
  unreachable: 'start the agent, or let the lab start it with `agent.command` and `agent.ready`',
  timeout: 'raise `agent.timeout`, or find out what the agent waits for',
  'bad-answer': 'check `agent.endpoint` and `agent.response_path`',
  crashed: undefined,
  refused: undefined,
}

export interface CleanAnswersOptions {
  readonly target: Target
  readonly seed: number | string
  readonly ask: (request: AskRequest) => Promise<Asked>
  readonly journal: Journal
  /** Answers that an earlier run got, by key. */
  readonly known: ReadonlyMap<string, string | undefined>
  readonly isOver: () => boolean
}

/** Answers of the agent in a world where nothing is broken, each asked for once. */
export function createCleanAnswers({ target, seed, ask, journal, known, isOver }: CleanAnswersOptions) {
  /** `keep` says how much of the answer is written down. */
  async function clean(
    key: string,
    prompt: string,
    keep: (output: string) => string,
  ): Promise<string | undefined> {
    if (known.has(key)) return known.get(key)
    const { answer } = await ask({
      name: `clean.${key}`,
      prompt,
      lane: 0,
      plan: CALM,
      draw: { seed, scenario: '', prompt, trial: 0 },
    })
    if (answer.kind === 'failed') refuseHopeless(target, answer)
    const output = answer.kind === 'answered' ? keep(answer.output) : undefined
    journal.append({ kind: 'clean', key, ...(output === undefined ? {} : { output }) })
    return output
  }

  return {
    /** Is there an agent at all? Asks twice when it could carry something over from one question to the next. */
    async first(prompt: string, testsState: boolean): Promise<readonly RunWarning[]> {
      const once = await clean('first', prompt, fingerprint)
      if (!testsState || isOver()) return []
      const twice = await clean('second', prompt, fingerprint)
      return once !== undefined && twice !== undefined && once !== twice
        ? [{ code: 'stateful', message: STATEFUL_WARNING }]
        : []
    },

    /** One baseline for each prompt that some check compares with. */
    async baselines(prompts: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const found = new Map<string, string>()
      for (const [index, prompt] of prompts.entries()) {
        if (isOver()) break
        const output = await clean(`baseline.${index}`, prompt, (whole) => whole)
        if (output !== undefined) found.set(prompt, output)
      }
      return found
    },
  }
}

/** Blanks around an answer are no other answer. */
function fingerprint(output: string): string {
  return hashWord(output.trim())
}

function refuseHopeless({ name }: Target, { reason, message }: Failed): void {
  const hint = HOPELESS[reason]
  if (hint !== undefined)
    throw new HoldfastError('HF_CANNOT_JUDGE', `${name} does not answer: ${message}`, hint)
}
