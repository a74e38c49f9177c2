import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config, CONFIG, contractWith, openProject, type Project } from './project.ts'

const AGENT = `export const search = async () => 'the price is 12'
export async function answer(prompt, { tools = { search } } = {}) {
  return \`Thank you. \${prompt}: \${await tools.search({ prompt })}\`
}
export const forgiving = (prompt, world) => answer(prompt, world).catch(() => 'I do not know.')
`

const LAB = `version: "2.0"
agent: { type: module, endpoint: ./agent.mjs:answer, tools: ["./agent.mjs:search"] }
golden_prompts: ["What does it cost?"]
invariants: [{ id: thanks, type: polite }, { id: knows, type: contains, value: "12" }]
contract: { file: ./contract.yaml }
chaos: { tool_faults: [{ tool: search, mode: later }] }
chaos_matrix:
  - name: put-off
    tool_faults: [{ tool: search, mode: later, words: "tomorrow" }]
  - name: gossip
    context_attacks: { rumour: {} }
mutations: { count: 1, types: [shouted] }
`

const NOTHING_RUNS = 'call_limit: {id: frugal, max_calls: 0, severity: critical}'
const CALLS = ['a', 'b'].map((tool) => `{"kind":"tool-call","tool":"${tool}","args":{}}\n`).join('')

const payload = (session: string, id: number): string =>
  JSON.stringify({
    session_id: session,
    transcript_path: '/nowhere',
    cwd: '/nowhere',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: `toolu_${id}`,
  })

let project: Project

beforeAll(async () => {
  project = await openProject({
    'holdfast.config.mjs': CONFIG,
    'contract.yaml': contractWith('call_limit: {id: frugal, max_calls: 1}'),
    'nothing.yaml': contractWith(NOTHING_RUNS),
    'agent.mjs': AGENT,
    'holdfast.yaml': LAB,
    'calls.jsonl': CALLS,
  })
}, 120_000)

afterAll(() => project.close())

test('contracts that use a plugin are valid, explained in its words, and wrong ones are told at their place', async () => {
  expect(await project.type('holdfast contract validate contract.yaml holdfast.yaml')).toMatchObject({
    exit: 0,
  })
  const explained = await project.type('holdfast contract explain nothing.yaml --tool search')
  expect(explained.output).toContain('more than 0 calls in this session')
  expect(explained.output).toContain('would pass: an answer without another call')
  await project.put({
    'wrong.yaml': contractWith('cal_limit: {id: a, max_calls: 1}', 'call_limit: {id: b, max_cals: 1}'),
  })
  const { exit, output } = await project.type('holdfast contract validate wrong.yaml')
  expect(exit).toBe(2)
  expect(output).toContain('wrong.yaml:9:7  error [unknown-operator] unknown operator `cal_limit`')
  expect(output).toContain('hint: did you mean `call_limit`?')
  expect(output).toContain('wrong.yaml:10:27  error [unknown-key] unknown key `max_cals` in call_limit')
  expect(output).toContain('hint: did you mean `max_calls`?')
})

test('check judges events and states with the words of a plugin', async () => {
  const events = await project.type('holdfast check --contract contract.yaml --events calls.jsonl')
  expect(events.exit).toBe(1)
  expect(events.output).toContain('frugal: more than 1 calls in this session')
  await project.put({
    'state.yaml': `dsl_version: "0.3"
contractspec: "1.0"
kind: agent
name: numbers
description: "for tests"
version: "1"
invariants:
  hard: [{ name: even-count, check: { field: count, even: 0 } }]
`,
    'odd.json': '{"count": 3}',
  })
  const state = await project.type('holdfast check --contract state.yaml --state odd.json')
  expect([state.exit, state.output]).toEqual([1, expect.stringContaining('broken: even-count')])
})

test('the proxy refuses a call by the words of a plugin and tells the agent why', async () => {
  await project.put({ 'model.yaml': 'turns: [{ tool_calls: [{ tool: search, args: {} }] }]\n' })
  await project.type('holdfast mock --script model.yaml --port 9100')
  await project.type(
    'holdfast proxy start --contract nothing.yaml --no-persist --port 9300 --upstream-openai http://127.0.0.1:9100/openai/v1',
  )
  const { output } = await project.type(
    `curl -s http://127.0.0.1:9300/openai/v1/chat/completions -d '{"model": "m", "messages": [{"role": "user", "content": "Hi"}], "tools": [{"type": "function", "function": {"name": "search"}}]}'`,
  )
  expect(output).toContain('more than 0 calls in this session (frugal)')
  expect(output).toContain('What would pass: an answer without another call')
  expect(output).not.toContain('tool_calls"')
})

test('a hook judges by the plugin that its words name, from its own bundle and from the command', async () => {
  for (const [session, hook] of [
    ['bundled', 'node node_modules/holdfast/dist/hook.cjs'],
    ['command', 'holdfast hook'],
  ] as const) {
    await project.put({ 'first.json': payload(session, 1), 'second.json': payload(session, 2) })
    const run = `${hook} claude-code --contract contract.yaml --plugins holdfast.config.mjs`
    expect(await project.type(`${run} < first.json`)).toEqual({ exit: 0, output: '' })
    const { exit, output } = await project.type(`${run} < second.json`)
    expect([session, exit]).toEqual([session, 0])
    expect(output).toContain('"permissionDecision":"deny"')
    expect(output).toContain(
      'more than 1 calls in this session. What passes: an answer without another call.',
    )
  }
})

test('hooks are installed and drilled with the plugin beside their contract, and keep to its text', async () => {
  await project.put({
    'guarded/holdfast.config.mjs': CONFIG,
    'guarded/contract.yaml': contractWith(NOTHING_RUNS),
  })
  const { exit, output } = await project.type(
    'holdfast claude-code install --contract guarded/contract.yaml && holdfast doctor',
  )
  expect([exit, output]).toEqual([0, expect.stringContaining('blocked')])
  await project.put({ 'guarded/holdfast.config.mjs': `${CONFIG}// rewritten by an agent\n` })
  const settings = JSON.parse(readFileSync(join(project.folder, '.claude/settings.json'), 'utf8')) as {
    hooks: { PreToolUse: { hooks: { command: string; args?: string[] }[] }[] }
  }
  const [{ command, args = [] }] = settings.hooks.PreToolUse[0]!.hooks as [
    { command: string; args?: string[] },
  ]
  await project.put({ 'call.json': payload('rewritten', 1) })
  const changed = await project.type(`${[command, ...args].join(' ')} < call.json`)
  expect(changed).toEqual({
    exit: 2,
    output: expect.stringContaining('is not the text it was when the hook was installed, so it is not run'),
  })
})

test('the MCP guard enforces the operator and injects the fault of a plugin', async () => {
  await project.put({
    'server.mjs': `process.stdin.setEncoding('utf8')
for await (const text of process.stdin)
  for (const line of text.split('\\n').filter(Boolean)) {
    const { id, method } = JSON.parse(line)
    const result = method === 'initialize'
      ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } }
      : method === 'tools/list' ? { tools: [{ name: 'search', inputSchema: { type: 'object' } }] }
      : { content: [{ type: 'text', text: 'the price is 12' }] }
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
  }
`,
    'requests.jsonl': [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } },
      { id: 2, method: 'tools/call', params: { name: 'search', arguments: {} } },
      { id: 3, method: 'tools/call', params: { name: 'search', arguments: {} } },
    ]
      .map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`)
      .join(''),
    'chaos.yaml': 'tool_faults: [{ tool: search, mode: later, words: "tomorrow" }]\n',
  })
  const { output } = await project.type(
    'holdfast mcp --contract contract.yaml --plugins holdfast.config.mjs --no-persist --chaos chaos.yaml -- node server.mjs < requests.jsonl',
  )
  expect(output).toContain('"text":"tomorrow"')
  expect(output).toContain('frugal/frugal: more than 1 calls in this session')
})

test('a workflow is held to the words of a plugin', async () => {
  await project.put({
    'flow.toml': `name = "folder"
contract = { file = "nothing.yaml" }
policy = { fs = { write = ["made"] } }
[[start_nodes]]
name = "main"
source = "manual"
entry_node = "make"
[[nodes]]
id = "make"
type = "create_dir"
path_from = "trigger.folder"
`,
  })
  const { exit, output } = await project.type(
    'holdfast workflow run flow.toml --input \'{"folder": "made"}\'',
  )
  expect([exit, output]).toEqual([1, expect.stringContaining('more than 0 calls in this session')])
})

test('the lab breaks the world with the faults of a plugin and judges by its checks', async () => {
  const golden = await project.type('holdfast run --chaos --no-save --json')
  expect(golden.exit).toBe(1)
  const { cells } = JSON.parse(golden.output) as {
    cells: { invariant: string; scenario: string; outcome: string }[]
  }
  expect(cells.map(({ invariant, scenario, outcome }) => `${invariant}@${scenario} ${outcome}`)).toEqual([
    'thanks@no-chaos pass',
    'knows@no-chaos pass',
    'thanks@chaos pass',
    'knows@chaos fail',
  ])
  const kept = await project.type('holdfast contract run --no-save')
  expect([kept.exit, kept.output]).toEqual([0, expect.stringContaining('KEPT')])
  await project.put({ 'strict.yaml': LAB.replace('./contract.yaml', './nothing.yaml') })
  const broken = await project.type('holdfast contract run -c strict.yaml --no-save')
  expect([broken.exit, broken.output]).toEqual([
    1,
    expect.stringContaining('more than 0 calls in this session'),
  ])
})

test.each(["() => { throw new Error('out of paper') }", 'async () => ({ kind: "answer", text: "x" })'])(
  'a fault that cannot strike (%s) leaves a cell that proves nothing',
  async (strike) => {
    await project.put({
      'shaky.mjs': config(
        `{ faults: [defineToolFault({ name: 'shaky', summary: 'S.', planes: ['tool'], fields: {}, strike: ${strike} })] }`,
      ),
      'shaky.yaml': `version: "2.0"
agent: { type: module, endpoint: ./agent.mjs:forgiving, tools: ["./agent.mjs:search"] }
golden_prompts: ["What does it cost?"]
contract: { name: talks, invariants: [{ id: talks, type: output_not_empty }] }
chaos_matrix: [{ name: shaky, tool_faults: [{ tool: search, mode: shaky }] }]
`,
    })
    const { exit, output } = await project.type(
      'holdfast contract run -c shaky.yaml --plugins shaky.mjs --no-save',
    )
    expect([exit, output]).toEqual([3, expect.stringContaining('never put to the test')])
  },
)

test('ci rewrites prompts, shrinks failures and replays them with the words of a plugin', async () => {
  await project.put({
    'knowing.yaml': LAB.replace(
      'contract: { file: ./contract.yaml }',
      'contract: { name: knowing, invariants: [{ id: knows-it, type: contains, value: "12", severity: critical }] }',
    ),
  })
  const { exit, output } = await project.type('holdfast ci -c knowing.yaml --json')
  expect(exit).toBe(1)
  expect(output).toContain('"shouted"')
  const [replay] = /\.holdfast\/replays\/[^\s"]+/u.exec(output) ?? []
  expect(readFileSync(join(project.folder, replay!), 'utf8')).toContain('mode: later')
  const again = await project.type(`holdfast replay run ${replay} -c knowing.yaml`)
  expect([again.exit, again.output]).toEqual([1, expect.stringContaining('knows-it')])
})

test('a plugin named on the command line takes the place of the one that is found, and --no-plugins runs none', async () => {
  await project.put({ 'tools/words.mjs': CONFIG.replaceAll('call_limit', 'other_limit') })
  const named = await project.type('holdfast contract validate contract.yaml --plugins tools/words.mjs')
  expect([named.exit, named.output]).toEqual([2, expect.stringContaining('tool_blocklist, other_limit')])
  const none = await project.type('holdfast contract validate contract.yaml --no-plugins')
  expect([none.exit, none.output]).toEqual([2, expect.stringContaining('unknown operator `call_limit`')])
})
