import { expect, test } from 'vitest'
import { randomStream, type Random } from '../../src/kit/random.ts'
import { loadConfig } from '../../src/lab/config/load-config.ts'
import { terminalReporter } from '../../src/report/reporters/terminal.ts'
import { FINANCE } from './finance-text.ts'
import { inProcessTarget } from './in-process-target.ts'
import { cell, matrixOf } from './matrix-world.ts'

const PIECES = [
  'null',
  '[]',
  '{}',
  '-1',
  '"',
  "'",
  ':',
  '- ',
  '\n',
  '  ',
  '${',
  '${X}',
  '&a',
  '*a',
  '<<: *a',
  '1e999',
  '\t',
]

/** The text with a few of its places torn out, doubled or filled with something else. */
function torn(text: string, random: Random): string {
  let result = text
  for (let count = 0; count < 1 + random() * 4; count += 1) {
    const at = Math.floor(random() * result.length)
    const length = Math.floor(random() * 12)
    const piece =
      random() < 0.5 ? PIECES[Math.floor(random() * PIECES.length)]! : result.slice(at, at + length * 3)
    result = result.slice(0, at) + piece + result.slice(at + length)
  }
  return result
}

test('no text makes the reader throw, and what it refuses it gives a reason for', () => {
  const random = randomStream(1, 'torn configurations')
  for (let count = 0; count < 400; count += 1) {
    const text = torn(FINANCE, random)
    const { config, problems } = loadConfig('lab.yaml', text, {
      env: {},
      needs: { agent: true, contract: true, prompts: 'contract' },
    })
    expect(config !== undefined || problems.some(({ level }) => level === 'error'), text).toBe(true)
  }
})

test('an answer of megabytes, full of what must not be shown, is judged and shown in a few lines', async () => {
  const text =
    'golden_prompts: [a]\ncontract: {name: F, invariants: [{id: never, type: contains, value: never there}, {id: private, type: excludes_pii}]}\nchaos_matrix: [{name: calm}]\n'
  const flood = `\u001b[2J mail jane.doe@example.org now ${'(a+)+ $1,000.00 \u202e'.repeat(200_000)}`
  const { result } = await matrixOf(
    text,
    inProcessTarget(() => flood),
  )
  const broken = cell(result, 'private', 'calm')
  expect(broken.outcome).toBe('fail')
  const kept = JSON.stringify(result)
  expect(kept.length).toBeLessThan(20_000)
  expect(kept).not.toContain('jane.doe')
  const shown = terminalReporter.render({ result }, { colour: false, columns: 80 })
  for (const unit of ['\u001b', '\u202e']) expect(shown).not.toContain(unit)
  expect(shown.split('\n').length).toBeLessThan(40)
})

test('an answer that is no well-formed text is judged like any other', async () => {
  const text =
    'golden_prompts: [a]\ncontract: {name: F, invariants: [{id: a, type: regex, pattern: "x$"}]}\nchaos_matrix: [{name: calm}]\n'
  const { result } = await matrixOf(
    text,
    inProcessTarget(() => '\ud800 \u0000 x'),
  )
  expect(cell(result, 'a', 'calm').outcome).toBe('pass')
})
