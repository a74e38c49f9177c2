import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasErrors } from '../../src/kit/source/index.ts'
import { findScenarioFiles, loadScenario, readBaseline } from '../../src/conformance/index.ts'
import { createProgressLine } from '../../src/cli/commands/conformance-progress.ts'
import { nodeIo } from '../../src/cli/node-io.ts'
import { chained, CORPUS, scenarioOf, suiteOptions } from './support.ts'

const texts = findScenarioFiles(CORPUS).map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test('a damaged scenario is never a crash: it loads, or it says what is wrong and where', () => {
  const damage = fc.record({
    pick: fc.nat(texts.length - 1),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(40),
    put: fc.oneof(
      fc.constantFrom('', '"', '[', '\n', '= ', '7', '"""', '[expected]\n', '\u0000', '${SANDBOX}'),
      fc.string(),
    ),
  })
  fc.assert(
    fc.property(damage, ({ pick, at, length, put }) => {
      const { file, text } = texts[pick]!
      const from = Math.floor(at * text.length)
      const damaged = text.slice(0, from) + put + text.slice(from + length)
      const loaded = loadScenario(file, damaged, suiteOptions())
      const isFine = loaded.scenario !== undefined || loaded.isWorkflow === true
      expect(isFine || hasErrors(loaded.problems)).toBe(true)
      for (const { line, column, message } of loaded.problems)
        expect([line >= 1, column >= 1, message !== '']).toEqual([true, true, true])
    }),
    { numRuns: 400 },
  )
})

test('any text is a baseline or is refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      try {
        expect(readBaseline(text, 'b.json').scenarios.size).toBeGreaterThan(0)
      } catch (error) {
        expect((error as Error).message).toContain('b.json:1:1')
      }
    }),
  )
})

test('many trials take no more memory than few', async () => {
  const toml = (trials: number) =>
    chained(
      'x',
      ['type = "merge"', 'type = "fail"'],
      '[expected]\nstatus = "completed"\n',
      `trials = ${trials}`,
    )
  const heapAfter = async (trials: number) => {
    const { failing_trials, trials: run } = await scenarioOf(toml(trials))
    expect([run, failing_trials.length]).toEqual([trials, 100])
    return process.memoryUsage().heapUsed / 1_048_576
  }
  const few = await heapAfter(1_000)
  expect((await heapAfter(40_000)) - few).toBeLessThan(150)
}, 120_000)

test('progress is shown to people who wait in front of a terminal, and to nobody else', () => {
  const shown = (isTerminal: boolean) => {
    let nowMs = 0
    let text = ''
    const io = { ...nodeIo(), nowMs: () => nowMs, err: (part: string) => void (text += part) }
    const line = createProgressLine(io, isTerminal)
    for (const done of [1, 2, 3, 4]) {
      nowMs += 900
      line.show(done, 8, 1)
    }
    line.clear()
    return text
  }
  expect(shown(false)).toBe('')
  expect(shown(true)).toBe(
    '\r\u001b[K3/8 trials, 1 failed, about 5 s left\r\u001b[K4/8 trials, 1 failed, about 4 s left\r\u001b[K',
  )
})
