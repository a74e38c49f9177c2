import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { blocksOf, commandsOf } from '../docs/blocks.ts'
import { ROOT } from '../docs/built-package.ts'
import { hasBash, hasPython, openWorkshop } from '../docs/workshop.ts'

interface Example {
  /** What the commands of its README must have printed between them, to show that the example really does its job. */
  readonly prints: readonly string[]
  readonly needsPython?: boolean
}

/** One line for every folder of examples/; what is typed stands in the example's README. */
const EXAMPLES: Readonly<Record<string, Example>> = {
  'ai-sdk-agent': { prints: ['look-up-first @ no-chaos', 'refunded 40', 'stopped by look-up-first'] },
  'coding-agent': { prints: ['no-destruction', 'read-before-edit'] },
  'finance-agent': { prints: ['never-fabricate-when-tools-fail', 'BROKEN', 'KEPT'] },
  'mcp-server': { prints: ['"isError":true', 'nothing-final', '[REDACTED'] },
  'mock-model': { prints: ['tool_calls'] },
  'openai-client': { prints: ['There is nothing to tidy up.', 'stopped by no-destruction', '[REDACTED'] },
  plugins: { prints: ['would come to 120', 'small-refunds-only @ order-data-stale', 'BROKEN'] },
  'python-agent': { prints: ['no-invented-deliveries', 'KEPT'], needsPython: true },
  'trading-desk': { prints: ['orders-need-a-quote @ market-data-down', 'BROKEN: 2 critical'] },
  'triage-workflow': { prints: ['billing: my invoice is wrong', 'overloaded'] },
  'vitest-project': { prints: ['3 passed'] },
}

/** Data for other examples, without a README of its own. */
const DATA_ONLY = new Set(['recorded-session'])

test('every example is run by a test', () => {
  const folders = readdirSync(join(ROOT, 'examples')).filter((name) => !DATA_ONLY.has(name))
  expect(folders.toSorted()).toEqual(Object.keys(EXAMPLES).toSorted())
})

for (const [name, { prints, needsPython }] of Object.entries(EXAMPLES))
  test.skipIf(!hasBash || (needsPython === true && !hasPython))(
    `examples/${name} does what its README says`,
    { timeout: 120_000 },
    async () => {
      const workshop = await openWorkshop()
      onTestFinished(() => workshop.close())
      // its README may name it from the root of the repository, or from its own folder
      await workshop.copy(`examples/${name}`)
      const readme = readFileSync(join(ROOT, 'examples', name, 'README.md'), 'utf8').replaceAll(
        `examples/${name}/`,
        '',
      )
      let printed = ''
      for (const block of blocksOf(`examples/${name}/README.md`, readme)) {
        expect(block.language, `line ${block.line}`).toBe('sh')
        for (const command of commandsOf(block)) {
          const { exit, output } = await workshop.type(command)
          printed += output
          expect([command.line, exit, output]).toEqual([command.line, command.exit, output])
        }
      }
      for (const words of prints) expect(printed).toContain(words)
    },
  )
