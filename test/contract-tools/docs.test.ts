import { expect, test } from 'vitest'
import { RULES } from '../../src/contract-tools/index.ts'
import { filesShown, textOf } from '../docs/pages.ts'
import { run } from '../fake-io.ts'

const PAGE = 'docs/contracts.md'

test('docs/contracts.md has a row for every rule and for nothing else', () => {
  const rows = [...textOf(PAGE).matchAll(/^\| `([a-z-]+)` \| (error|warning) \| (.+) \|$/gmu)]
  const rules = RULES.map(({ code, level, summary }) => `${code} ${level} ${summary}`)
  expect(rows.map(([, ...cells]) => cells.join(' ')).toSorted()).toEqual(rules.toSorted())
})

test.each([
  ['contract lint draft.yaml', 1],
  ['contract diff draft.yaml next.yaml', 1],
] as const)('docs/contracts.md shows what `holdfast %s` prints', async (line, exit) => {
  const done = await run(line.split(' '), filesShown(PAGE))
  expect(done.exit).toBe(exit)
  expect(textOf(PAGE)).toContain(`\`\`\`\n${done.stderr}${done.stdout}\`\`\`\n`)
})
