import { createServer, type RequestListener, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { runConfig } from './agents/run-config.ts'

const FOLDER = resolve(import.meta.dirname, 'agents/odd')
let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Section = Readonly<Record<string, unknown>>

const config = (agent: Section, invariants: readonly Section[], rest: Section = {}) => ({
  version: '2.0',
  agent,
  golden_prompts: ['count'],
  contract: { name: 'State', description: 'For tests.', invariants },
  chaos_matrix: [{ name: 'no-chaos' }, { name: 'again' }],
  ...rest,
})

const FIRST = [
  { id: 'first', type: 'regex', pattern: '^1$', severity: 'critical' },
  { id: 'also-first', type: 'contains', value: '1' },
]

const WARNING =
  'Warning: No reset_endpoint configured. Contract matrix cells may share state. Results may be contaminated. Add reset_endpoint to your config for accurate isolation.'

const SERVER = { type: 'http', endpoint: 'http://127.0.0.1:{port}/ask', command: ['node', 'server.mjs'] }
const PYTHON = { type: 'python', endpoint: 'odd_agent:answer' }

describe('an agent that counts', () => {
  test.each([
    ['behind HTTP', SERVER],
    ['in Python', PYTHON],
    ['in a module', { type: 'module', endpoint: './agent.ts' }],
  ])('%s is told to be stateful in the very words', async (_where, agent) => {
    const { code, result } = await runConfig(FOLDER, config(agent, FIRST))
    expect(result.warnings.map(({ message }) => message)).toContain(WARNING)
    expect(result.verdict).toBe('broken')
    expect(code).toBe(1)
  })

  test.each([
    ['a reset endpoint', { ...SERVER, reset_endpoint: 'http://127.0.0.1:{port}/reset' }],
    ['a fresh process', { ...SERVER, fresh_process: true }],
    ['a reset function in Python', { ...PYTHON, reset_function: 'odd_agent:reset' }],
    [
      'a reset function in a module',
      { type: 'module', endpoint: './agent.ts', reset_function: './agent.ts:reset' },
    ],
    ['a process for each question', { type: 'command', command: ['node', 'program.mjs'] }],
  ])('starts from one in every cell with %s', async (_how, agent) => {
    const { code, result } = await runConfig(FOLDER, config(agent, FIRST), ['--trials', '2'])
    expect(result.cells.map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'pass', 'pass'])
    expect(result.warnings).toEqual([])
    expect(code).toBe(0)
  })
})

test('a crash is an error, and no content rule is judged on it', async () => {
  const { code, result } = await runConfig(
    FOLDER,
    config(
      PYTHON,
      [{ id: 'no-money', type: 'excludes_pattern', patterns: ['money'], severity: 'critical' }],
      {
        golden_prompts: ['crash'],
      },
    ),
  )
  expect(result.cells[0]).toMatchObject({
    outcome: 'error',
    failures: [
      { error: { reason: 'crashed', message: expect.stringContaining('ValueError: boom') as string } },
    ],
  })
  expect(code).toBe(1)
})

test('a fault on a tool the agent never calls makes its cells vacuous and never green', async () => {
  const { code, result } = await runConfig(
    FOLDER,
    config({ ...PYTHON, tools: ['odd_tools:lookup'] }, [{ id: 'says-something', type: 'output_not_empty' }], {
      golden_prompts: ['hi'],
      chaos_matrix: [{ name: 'down', tool_faults: [{ tool: 'lookup', mode: 'error' }] }],
    }),
  )
  expect(result.cells).toMatchObject([{ outcome: 'vacuous', fired: {} }])
  expect(result.score).toBeUndefined()
  expect(code).not.toBe(0)
})

test('tool faults on a Python agent without tools are refused before anything is asked', async () => {
  const { code, err, out } = await runConfig(
    FOLDER,
    config(PYTHON, FIRST, {
      chaos_matrix: [{ name: 'down', tool_faults: [{ tool: 'lookup', mode: 'error' }] }],
    }),
  )
  expect(err).toContain('tool fault injection needs an explicit list of tool callables')
  expect(out).toBe('')
  expect(code).toBe(2)
})

describe('bad agents get one clear message', () => {
  test('when nobody is there', async () => {
    const { code, err } = await runConfig(
      FOLDER,
      config({ endpoint: 'http://127.0.0.1:9/ask', retries: 0 }, FIRST),
    )
    expect(err).toContain('does not answer: no agent at http://127.0.0.1:9/ask')
    expect(code).toBe(3)
  })

  test('when it hangs', async () => {
    const endpoint = await serve(() => undefined)
    const { code, err } = await runConfig(FOLDER, config({ endpoint, timeout: 1000 }, FIRST))
    expect(err).toContain('does not answer: no answer within 1000 ms')
    expect(code).toBe(3)
  })

  test('when it answers with a page', async () => {
    const endpoint = await serve((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<html><body>Welcome to nginx!</body></html>')
    })
    const { code, err } = await runConfig(FOLDER, config({ endpoint }, FIRST))
    expect(err).toContain('the agent answered with an HTML page where an answer is expected')
    expect(code).toBe(3)
  })

  test('when it cannot be started', async () => {
    const agent = { ...SERVER, command: ['node', '-e', 'throw new Error("no licence")'] }
    const { code, err } = await runConfig(FOLDER, config(agent, FIRST))
    expect(err).toContain('ended before it was ready')
    expect(err).toContain('no licence')
    expect(code).toBe(3)
  })

  test('when its module cannot be loaded', async () => {
    const { code, err } = await runConfig(
      FOLDER,
      config({ type: 'python', endpoint: 'nowhere:answer' }, FIRST),
    )
    expect(err).toContain("No module named 'nowhere'")
    expect(code).toBe(3)
  })
})
