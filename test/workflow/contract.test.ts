import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileContract, loadContract } from '../../src/contract/index.ts'
import { createGuard } from '../../src/guard/index.ts'
import type { SessionRecord } from '../../src/model/index.ts'
import { chain, engineOf, fileIn, scripted, temporaryFolder, workflowOf } from './support.ts'

const HEADER =
  'dsl_version: "0.4"\ncontractspec: "1.0"\nkind: agent\nname: c\ndescription: ""\nversion: "1"\ninvariants:\n  process:\n'
const contractOf = (clause: string) => `${HEADER}    - ${clause}\n`
const SHELL = 'type = "shell_run"\ncommand = "/bin/sh"\nargs_from = "trigger.args"'
const WRITE = 'type = "write_file"\npath_from = "trigger.path"\ncontent_from = "trigger.content"'

function withContract(clause: string, text: string) {
  const folder = temporaryFolder()
  fileIn(folder, 'contract.yaml', contractOf(clause))
  const engine = engineOf(`${text}[contract]\nfile = "contract.yaml"\n`, { file: join(folder, 'flow.toml') })
  return { folder, engine }
}

test('a command the contract forbids is denied before it runs', async () => {
  const { folder, engine } = withContract('tool_blocklist: {tools: ["rm -rf /**"]}', chain(SHELL))
  const target = join(folder, 'contract.yaml')
  const result = await engine.run({ input: { args: ['-c', `rm -rf ${target}`] } })
  expect(result).toMatchObject({
    status: 'errored',
    error: { class: 'contract' },
    cost: { policyDenials: 1 },
  })
  expect(result.denials).toMatchObject([
    { family: 'contract', tool: 'shell_run', code: 'contract', nodeId: 'a' },
  ])
  expect(existsSync(target)).toBe(true)
  expect(await engine.run({ input: { args: ['-c', 'true'] } })).toMatchObject({ status: 'completed' })
})

test('what the contract redacts is written redacted', async () => {
  const { folder, engine } = withContract(
    'pii_filter: {patterns: [email], action: redact, scan: [tool_args]}',
    chain(WRITE),
  )
  const path = join(folder, 'out.txt')
  const result = await engine.run({ input: { path, content: 'ask bob@example.com' } })
  expect(result.status).toBe('completed')
  expect(readFileSync(path, 'utf8')).toBe('ask [REDACTED_EMAIL]')
})

test('sub-workflows and loops are judged by the same contract', async () => {
  const folder = temporaryFolder()
  fileIn(folder, 'contract.yaml', contractOf('tool_allowlist: {tools: [read_env]}'))
  fileIn(folder, 'child.toml', chain(WRITE))
  const attach = '[contract]\nfile = "contract.yaml"\n'
  const file = join(folder, 'flow.toml')
  const path = join(folder, 'never')
  const mapped = await engineOf(
    `${chain('type = "map"\nitems_from = "trigger.items"\nworkflow = "child.toml"\nmax_items = 3')}${attach}`,
    { file },
  ).run({ input: { items: [{ path, content: 'x' }] } })
  expect(mapped).toMatchObject({
    status: 'errored',
    error: { class: 'contract' },
    denials: [{ address: 'a[0]/a' }],
  })
  const loop = chain(
    'type = "agent_loop"\nbackend = "default"\nmax_steps = 3\ninstructions = "go"\ntools = ["write_file", "read_env"]',
  )
  const looped = await engineOf(`${loop}${attach}`, { file }).run({
    backends: scripted(
      `{"action":"tool","tool":"write_file","args":{"path":"${path}","content":"x"}}`,
      '{"action":"final","result":1}',
    ),
  })
  expect(looped).toMatchObject({ status: 'completed', cost: { policyDenials: 1 } })
  expect(existsSync(path)).toBe(false)
})

test('a guard from outside keeps a record of every step, and of what the policy denied', async () => {
  const { contract } = loadContract('c.yaml', contractOf('tool_blocklist: {tools: [nothing]}'))
  const records: SessionRecord[] = []
  const guard = createGuard({
    contract: compileContract(contract!),
    nowMs: () => 0,
    sink: { append: (record) => void records.push(record) },
  })
  const engine = engineOf(
    `${chain('type = "read_env"\nkey = "HOME"', WRITE)}[policy.env]\nread_keys = ["HOME"]\n`,
    { guard },
  )
  await engine.run({ input: { path: '/etc/x', content: 'y' }, runId: 'r' })
  expect(records.map(({ event }) => event.kind)).toEqual([
    'session-start',
    'turn-start',
    'tool-call',
    'tool-result',
    'tool-call',
    'tool-result',
    'turn-end',
    'session-end',
  ])
  expect(records[5]!.event).toMatchObject({
    kind: 'tool-result',
    tool: 'write_file',
    ok: false,
    content: { denied: { family: 'fs', operation: 'fs_write', resource: '/etc/x', code: 'nothing-listed' } },
  })
})

test('a contract that does not load keeps the workflow from loading', () => {
  const folder = temporaryFolder()
  fileIn(folder, 'contract.yaml', contractOf('tool_blokclist: {tools: [x]}'))
  expect(() =>
    workflowOf(`${chain('type = "merge"')}[contract]\nfile = "contract.yaml"\n`, join(folder, 'f.toml')),
  ).toThrow('tool_blokclist')
  expect(() =>
    workflowOf(`${chain('type = "merge"')}[contract]\nfile = "gone.yaml"\n`, join(folder, 'f.toml')),
  ).toThrow('cannot read the contract')
})
