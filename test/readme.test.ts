import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileContract, loadContract } from '../src/contract/index.ts'
import { createGuard } from '../src/guard/index.ts'
import { COMMANDS } from '../src/cli/commands/index.ts'
import { run } from './fake-io.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const language = readFileSync(new URL('../docs/contracts.md', import.meta.url), 'utf8')

function yamlIn(markdown: string): string {
  return /```yaml\n([\s\S]*?)```/u.exec(markdown)![1]!
}

/** Words in backticks of the paragraph that shows what the blocklist sees through. */
function spellings(): { denied: readonly string[]; allowed: readonly string[] } {
  const paragraph = /is not a string to search for\.([\s\S]*?)\n\n/u.exec(readme)![1]!
  const [denied, allowed] = paragraph.split('are all denied;') as [string, string]
  const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/gu)].map(([, command]) => command!)
  return { denied: quoted(denied), allowed: quoted(allowed) }
}

test('the contract in the README loads and does what the README says of it', () => {
  const { contract, problems } = loadContract('README.md', yamlIn(readme))
  expect(problems).toEqual([])
  const guard = createGuard({ contract: compileContract(contract!), nowMs: () => 0 })
  const verdict = (command: string) =>
    guard.judge({ kind: 'tool-call', sessionId: command, callId: 'c', tool: 'Bash', args: { command } })
      .decision.verdict
  const { denied, allowed } = spellings()
  expect([denied.length, allowed.length]).toEqual([5, 3])
  expect(denied.map(verdict)).toEqual(denied.map(() => 'deny'))
  expect(allowed.map(verdict)).toEqual(allowed.map(() => 'allow'))
})

test('the contract in the language guide loads', () => {
  expect(loadContract('contracts.md', yamlIn(language)).problems).toEqual([])
})

test('every command line in the README runs', async () => {
  const lines = [...readme.matchAll(/^npx holdfast ([^#\n]+)/gmu)].map(([, line]) =>
    line!.split('>')[0]!.trim(),
  )
  expect(lines.length).toBeGreaterThanOrEqual(4)
  const files = {
    'contract.yaml': yamlIn(readme),
    'session.jsonl': '{"kind":"tool-call","tool":"Bash","args":{"command":"ls"}}\n',
  }
  for (const line of lines) {
    const argv = [...line.matchAll(/'([^']*)'|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain!)
    const { exit, stderr } = await run(argv, files)
    expect([line, exit, stderr]).toEqual([line, 0, ''])
  }
})

test('every command has an example that names an existing command', async () => {
  for (const [name, load] of Object.entries(COMMANDS)) {
    const { examples } = await load()
    expect(examples.length, name).toBeGreaterThan(0)
    for (const { line } of examples)
      expect(
        Object.keys(COMMANDS).some((known) => line.includes(`holdfast ${known}`)),
        line,
      ).toBe(true)
  }
})
