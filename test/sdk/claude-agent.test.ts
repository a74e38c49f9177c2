import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { query, type CanUseTool, type Options } from '@anthropic-ai/claude-agent-sdk'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { claudeAgentHooks, ContractBreachError, type ClaudeAgentOptions } from '../../src/sdk/index.ts'
import { contractOf, kinds, mockModel, recording, rejection } from './world.ts'

/** Nothing here could do harm if it ran. */
const NO_WIPING = contractOf(`
- tool_blocklist:
    id: no-wiping
    tools: ["wipe-everything *"]
`)

interface Call {
  readonly tool: string
  readonly input: Record<string, unknown>
  readonly result?: unknown
}

const bash = (command: string, result: unknown = 'a.txt'): Call => ({
  tool: 'Bash',
  input: { command },
  result,
})

interface Told {
  readonly ran: readonly { readonly input: { readonly command: string }; readonly seen: unknown }[]
  readonly told: readonly [string, ...Record<string, unknown>[]][]
}

/** The real Agent SDK with a program that speaks Claude Code's side of its protocol. */
async function world(
  calls: readonly Call[],
  contract = NO_WIPING,
  options: ClaudeAgentOptions & { readonly says?: string; readonly prompt?: string } = {},
) {
  const { says, prompt = 'Tidy up.', ...given } = options
  const { records, options: recorded } = recording()
  const { hooks, canUseTool, read } = claudeAgentHooks(contract, { ...recorded, ...given })
  const running = query({
    prompt,
    options: {
      hooks,
      canUseTool,
      pathToClaudeCodeExecutable: join(import.meta.dirname, 'claude-cli.mjs'),
      settingSources: [],
      env: {
        PATH: process.env['PATH'],
        CLAUDE_CALLS: JSON.stringify(calls),
        ...(says !== undefined && { CLAUDE_SAYS: says }),
      },
    },
  })
  const texts: string[] = []
  const pieces: unknown[] = []
  let last: Told = { ran: [], told: [] }
  for await (const message of read(running)) {
    if (message.type === 'stream_event') pieces.push(message.event)
    if (message.type === 'assistant')
      for (const block of message.message.content) if (block.type === 'text') texts.push(block.text)
    if (message.type === 'result' && message.subtype === 'success') last = JSON.parse(message.result) as Told
  }
  return { records, texts, pieces, ...last }
}

test('they are options of a query by their types', () => {
  const contract = claudeAgentHooks(NO_WIPING)
  expectTypeOf(contract.hooks).toExtend<NonNullable<Options['hooks']>>()
  expectTypeOf(contract.canUseTool).toExtend<CanUseTool>()
})

test('a denied call never runs, and Claude is told why', async () => {
  const { ran, told, records } = await world([bash('sudo wipe-everything now'), bash('ls')])
  expect(ran.map(({ input }) => input.command)).toEqual(['ls'])
  expect(told.find(([name]) => name === 'PreToolUse')?.[1]).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('(no-wiping)') as string,
    },
  })
  expect(kinds(records).filter((kind) => kind.startsWith('tool'))).toEqual([
    'tool-call deny',
    'tool-call',
    'tool-result',
  ])
})

test('a query is a session with a turn, and replies are billed once', async () => {
  const { records } = await world([bash('ls')])
  expect(new Set(kinds(records))).toEqual(
    new Set(['session-start', 'turn-start', 'model-response', 'tool-call', 'tool-result', 'turn-end']),
  )
  const replies = records.filter(({ event }) => event.kind === 'model-response')
  expect(replies.map(({ event }) => event)).toMatchObject([
    { text: 'Let me tidy up.', usage: { input: 100, output: 20 }, model: 'claude-sonnet-4-5' },
  ])
  expect(records.at(-1)?.event).toMatchObject({ kind: 'turn-end', output: 'Done.' })
})

const MAIL = (action: string, where: string) =>
  contractOf(`
- pii_filter:
    id: no-mail
    patterns: [email]
    action: ${action}
    scan: [${where}]
`)

test('a result is redacted before Claude sees it, or withheld', async () => {
  const seen = async (action: string) =>
    (
      await world(
        [bash('cat mail', { stdout: 'from eve@example.com', exit: 0 })],
        MAIL(action, 'tool_results'),
      )
    ).ran[0]?.seen
  expect(await seen('redact')).toEqual({ stdout: 'from [REDACTED_EMAIL]', exit: 0 })
  expect(await seen('block')).toEqual({
    stdout: expect.stringContaining('The result of `Bash` was blocked') as string,
    exit: 0,
  })
})

test('arguments are redacted, and whoever would have been asked is asked', async () => {
  const { ran, told } = await world([bash('mail bob@example.com')], MAIL('redact', 'tool_args'))
  expect(ran[0]?.input.command).toBe('mail [REDACTED_EMAIL]')
  expect(told.map(([name]) => name)).toContain('can_use_tool')
})

test('a question that may not be asked is blocked', async () => {
  const prompt = 'Write to bob@example.com.'
  const { told, ran } = await world([bash('ls')], MAIL('block', 'input'), { prompt })
  expect(told.find(([name]) => name === 'UserPromptSubmit')?.[1]).toMatchObject({ decision: 'block' })
  expect(ran).toEqual([])
})

const ASKS = contractOf(`
- tool_blocklist:
    id: no-wiping
    tools: ["wipe-everything *"]
    undecidable: ask
`)

test('where the contract wants a person, the program decides or nobody does', async () => {
  const calls = [bash('"$TOOL" all')]
  expect((await world(calls, ASKS)).ran).toEqual([])
  const asked: string[] = []
  const approve = ({ tool }: { tool: string }) => {
    asked.push(tool)
    return true
  }
  expect((await world(calls, ASKS, { approve })).ran).toHaveLength(1)
  expect(asked).toEqual(['Bash'])
})

test('what the assistant says is judged while it is read', async () => {
  const says = 'Ask bob@example.com.'
  expect((await world([], MAIL('redact', 'output'), { says })).texts).toEqual(['Ask [REDACTED_EMAIL].'])
  const error = await rejection(world([], MAIL('block', 'output'), { says }))
  expect(error).toBeInstanceOf(ContractBreachError)
  expect((error as ContractBreachError).findings[0]?.clauseId).toBe('no-mail')
})

test('pieces of a reply are shown where no clause looks for something in it', async () => {
  expect((await world([])).pieces).toHaveLength(1)
  expect((await world([], MAIL('redact', 'output'))).pieces).toEqual([])
  expect((await world([], MAIL('redact', 'output'), { mode: 'shadow' })).pieces).toHaveLength(1)
})

test('shadow stops nothing', async () => {
  const { ran, records } = await world([bash('wipe-everything now')], NO_WIPING, { mode: 'shadow' })
  expect(ran).toHaveLength(1)
  expect(kinds(records)).toContain('tool-call deny')
})

const cli = process.env['HOLDFAST_CLAUDE_CLI']

// the program is a binary of 350 MB that no test run should have to download
test.skipIf(cli === undefined)(
  'Claude Code itself obeys, against the mock model',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-claude-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const model = await mockModel(`
match:
  - when: { newest: tool }
    text: Done.
  - when: { last_user: Tidy }
    text: Let me tidy up.
    tool_calls:
      - { tool: Bash, args: { command: wipe-everything now, description: wipes } }
      - { tool: Bash, args: { command: echo still here, description: speaks } }
default: ok
`)
    const { records, options } = recording()
    const { hooks, canUseTool, read } = claudeAgentHooks(NO_WIPING, options)
    const running = query({
      prompt: 'Tidy up.',
      options: {
        hooks,
        canUseTool,
        pathToClaudeCodeExecutable: cli!,
        settingSources: [],
        allowedTools: ['Bash'],
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          ANTHROPIC_BASE_URL: `${model.url}/anthropic`,
          ANTHROPIC_API_KEY: 'key',
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        },
      },
    })
    const seen: string[] = []
    for await (const message of read(running)) seen.push(JSON.stringify(message))
    const log = seen.join('\n')
    expect(log).toContain('[Holdfast] The call of `Bash` was blocked')
    expect(log).toContain('still here')
    expect(kinds(records)).toContain('tool-call deny')
    expect(kinds(records)).toContain('tool-result')
  },
)
