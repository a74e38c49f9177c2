import { afterEach, describe, expect, test } from 'vitest'
import { createChaosRun } from '../../chaos/index.ts'
import type { Question, Target } from '../target.ts'

/** What is asked of an agent that echoes, crashes, hangs, counts, prints and tells its process, by these very words. */
export interface TargetUnderTest {
  /** An open target for the odd agent; answers within `timeoutMs` or not at all. */
  open(options: { readonly timeoutMs: number; readonly withReset?: boolean }): Promise<Target>
  /** Nothing lives on between two questions, so there is nothing to reset. */
  readonly isStateless?: boolean
  /** It can be reset. */
  readonly hasReset?: boolean
  /** It lives in this process, and dies with nothing. */
  readonly isInProcess?: boolean
}

let questions = 0

function ask(target: Target, prompt: string, parts: Partial<Question> = {}): ReturnType<Target['ask']> {
  return target.ask({
    prompt,
    invocation: `suite-${++questions}`,
    lane: 0,
    chaos: createChaosRun({ faults: [] }, { seed: 1, scenario: '', prompt, trial: 0 }),
    signal: new AbortController().signal,
    ...parts,
  })
}

/** Behaviour that every target owes. */
export function describeTarget(name: string, under: TargetUnderTest): void {
  describe(`the ${name} target`, () => {
    let target: Target | undefined
    const open = async (options: { timeoutMs?: number; withReset?: boolean } = {}): Promise<Target> =>
      (target = await under.open({ timeoutMs: 20_000, ...options }))
    afterEach(async () => {
      await target?.close()
      target = undefined
    })

    test('gives the answer of the agent and the time it took', async () => {
      const answer = await ask(await open(), 'hello')
      expect(answer).toMatchObject({ kind: 'answered', output: 'echo: hello', calls: [] })
      expect(answer.latencyMs).toBeGreaterThan(0)
    })

    test('carries any text there and back', async () => {
      const opened = await open()
      for (const prompt of [
        'quotes " and \' and `',
        'back\\slash and \\n that is no newline',
        'two\nlines\r\nand a tab\t.',
        'Grüße, 東京, 🦊, e\u0301',
        '{prompt} and {"json": [1, 2]} and ${HOME} $(id) %s',
        ' spaces around ',
      ])
        expect(await ask(opened, prompt)).toMatchObject({ output: `echo: ${prompt}` })
    })

    test('calls a crash a crash and goes on', async () => {
      const opened = await open()
      const answer = await ask(opened, 'crash')
      expect(answer).toMatchObject({ kind: 'failed', reason: 'crashed' })
      expect((answer as { message: string }).message).toContain('boom')
      expect(await ask(opened, 'again')).toMatchObject({ output: 'echo: again' })
    })

    test('gives up on an agent that hangs and goes on', async () => {
      const opened = await open({ timeoutMs: 1_500 })
      await ask(opened, 'warm')
      expect(await ask(opened, 'hang')).toMatchObject({
        kind: 'failed',
        reason: 'timeout',
        message: 'no answer within 1500 ms',
      })
      expect(await ask(opened, 'again')).toMatchObject({ output: 'echo: again' })
    })

    test('stops asking when the run is called off', async () => {
      const opened = await open()
      const off = new AbortController()
      const asked = ask(opened, 'hang', { signal: off.signal })
      setTimeout(() => off.abort(), 50)
      expect(await asked).toMatchObject({ kind: 'failed', message: 'the run was called off' })
    })

    test('is not confused by what the agent prints', async () => {
      if (name.startsWith('command')) return expect(await ask(await open(), 'print')).toHaveProperty('output')
      const opened = await open()
      expect(await ask(opened, 'print')).toMatchObject({ kind: 'answered', output: 'quiet' })
      expect(await ask(opened, 'after')).toMatchObject({ output: 'echo: after' })
    })

    test('asks two lanes at once', async () => {
      const opened = await open()
      const answers = await Promise.all([ask(opened, 'one', { lane: 0 }), ask(opened, 'two', { lane: 1 })])
      expect(answers).toMatchObject([{ output: 'echo: one' }, { output: 'echo: two' }])
    })

    test.runIf(under.isStateless !== true)('lets state live on until it is reset', async () => {
      const kept = await open()
      expect(await ask(kept, 'count')).toMatchObject({ output: '1' })
      expect(await ask(kept, 'count')).toMatchObject({ output: '2' })
      expect(kept).not.toHaveProperty('reset')
    })

    test.runIf(under.hasReset === true)('starts over after a reset', async () => {
      const opened = await open({ withReset: true })
      await opened.reset!(0)
      for (let turn = 0; turn < 3; turn++) {
        expect(await ask(opened, 'count')).toMatchObject({ output: '1' })
        await opened.reset!(0)
      }
    })

    test.runIf(under.isInProcess !== true)('leaves no process behind', async () => {
      const opened = await open()
      const answers = await Promise.all([ask(opened, 'pid', { lane: 0 }), ask(opened, 'pid', { lane: 1 })])
      const pids = answers.map((answer) => Number((answer as { output: string }).output))
      expect(pids.every((pid) => pid > 0 && pid !== process.pid)).toBe(true)
      await opened.close()
      for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    })
  })
}
