import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Backend } from '../../src/workflow/index.ts'
import { chain, engineOf, fileIn, scripted, temporaryFolder } from './support.ts'

const hung: Backend = { label: 'hung', ask: () => new Promise(() => undefined) }
const ASK = 'type = "llm_infer"\nbackend = "default"\nprompt = "x"'

test('a backend that never answers is cut off, and nothing is billed', async () => {
  const result = await engineOf(chain('type = "merge"', ASK, 'type = "terminate"')).run({
    timeoutMs: 50,
    backends: { default: hung },
  })
  expect(result).toMatchObject({
    status: 'timed_out',
    lastNode: 'b',
    cost: { llmCalls: 0, llmTokens: 0, nodeExecutions: 2 },
  })
  expect(result.trace.map(({ outcome }) => outcome)).toEqual(['continue', 'timeout'])
})

test('what was billed before the hang stays counted', async () => {
  const { default: scriptedOne } = scripted('hello')
  let calls = 0
  const backend: Backend = {
    label: 'x',
    ask: (request, signal) =>
      (calls += 1) === 1 ? scriptedOne.ask(request, signal) : new Promise(() => undefined),
  }
  const result = await engineOf(chain(ASK, ASK)).run({ timeoutMs: 50, backends: { default: backend } })
  expect(result).toMatchObject({ status: 'timed_out', lastNode: 'b', cost: { llmCalls: 1, llmTokens: 12 } })
})

test('a node that hangs is cut off although it is the last one', async () => {
  const result = await engineOf(chain('type = "merge"')).run({
    timeoutMs: 30,
    faults: () => ({ kind: 'hang' }),
  })
  expect(result).toMatchObject({ status: 'timed_out', lastNode: 'a' })
})

test('a program that never returns ends with all it started', async () => {
  const folder = temporaryFolder()
  const pidFile = join(folder, 'pid')
  const script = fileIn(folder, 'hang.sh', `sleep 300 & echo $! > ${pidFile}; wait\n`)
  const engine = engineOf(chain('type = "shell_run"\ncommand = "/bin/sh"\nargs_from = "trigger.args"'))
  const result = await engine.run({ input: { args: [script] }, timeoutMs: 400 })
  expect(result).toMatchObject({ status: 'timed_out', lastNode: 'a' })
  const pid = Number(readFileSync(pidFile, 'utf8'))
  for (let wait = 0; wait < 100 && isRunning(pid); wait += 1) await sleep(20)
  expect(isRunning(pid)).toBe(false)
})

/** A child that was killed and not yet collected by whoever adopted it no longer runs. */
function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false
  return !/\) [ZX] /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

test('a program that exceeds its own time takes the error branch and keeps its output', async () => {
  const engine = engineOf(
    chain('type = "shell_run"\ncommand = "/bin/sh"\nargs_from = "trigger.args"\ntimeout_secs = 1'),
  )
  const result = await engine.run({ input: { args: ['-c', 'echo before; sleep 60'] } })
  expect(result).toMatchObject({
    status: 'completed',
    finalValue: { stdout: 'before\n', timed_out: true, exit_code: null, signal: 'SIGKILL' },
    deadEnd: { isFailure: true },
  })
})

test('a program gets no shell, no secrets and a bounded ear', async () => {
  const engine = engineOf(chain('type = "shell_run"\ncommand = "/bin/sh"\nargs_from = "trigger.args"'))
  const environment = await engine.run({ input: { args: ['-c', 'env | sort'] } })
  expect(
    (environment.finalValue as { stdout: string }).stdout
      .split('\n')
      .map((line) => line.split('=')[0])
      .filter((name) => !['', 'PWD', '_', 'SHLVL', 'OLDPWD'].includes(name!)),
  ).toEqual(['LANG', 'PATH'])
  const loud = await engine.run({ input: { args: ['-c', 'head -c 200000 /dev/zero | tr "\\0" x'] } })
  expect(loud.finalValue).toMatchObject({ truncated: true, exit_code: 0 })
  expect((loud.finalValue as { stdout: string }).stdout).toHaveLength(65_536)
})

test('a server that never answers is cut off and the connection closed', async () => {
  const closed: true[] = []
  const server = createServer((request) => void request.socket.on('close', () => closed.push(true)))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const result = await engineOf(chain('type = "http_request"\nmethod = "GET"\nurl_from = "trigger.url"')).run(
    { input: { url }, timeoutMs: 100 },
  )
  expect(result.status).toBe('timed_out')
  for (let wait = 0; wait < 100 && closed.length === 0; wait += 1) await sleep(10)
  expect(closed).toEqual([true])
})

test('a sub-workflow that hangs ends with its parent, and its trace is there', async () => {
  const folder = temporaryFolder()
  fileIn(folder, 'child.toml', chain('type = "merge"', ASK))
  const parent = chain('type = "map"\nitems_from = "trigger.items"\nworkflow = "child.toml"\nmax_items = 5')
  const result = await engineOf(parent, { file: join(folder, 'parent.toml') }).run({
    input: { items: [1, 2] },
    timeoutMs: 60,
    backends: { default: hung },
  })
  expect(result).toMatchObject({ status: 'timed_out', lastNode: 'a' })
  expect(result.trace[0]!.children?.map(({ address, status }) => [address, status])).toEqual([
    ['a[0]', 'timed_out'],
    ['a[1]', 'timed_out'],
  ])
})

test('a wait for the next attempt that cannot end in time is not begun', async () => {
  const engine = engineOf(
    chain('type = "read_env"\nkey = "X"\nretry = { max_attempts = 3, backoff_ms = 60000 }'),
  )
  const result = await engine.run({ timeoutMs: 200, faults: () => ({ kind: 'error', message: 'x' }) })
  expect(result.status).toBe('timed_out')
  expect(result.elapsedMs).toBeLessThan(200)
})

test('a run can be cancelled', async () => {
  const controller = new AbortController()
  const running = engineOf(chain(ASK)).run({ backends: { default: hung }, signal: controller.signal })
  setTimeout(() => controller.abort(), 10)
  expect(await running).toMatchObject({ status: 'errored', error: { class: 'cancelled' } })
})

test('the run-time budget goes before a longer timeout', async () => {
  const result = await engineOf(`${chain(ASK)}[budget]\nmax_run_time_secs = 1\n`).run({
    backends: { default: hung },
    timeoutMs: 60_000,
  })
  expect(result.status).toBe('timed_out')
})

test('a dry run asks the policy and touches nothing', async () => {
  const folder = temporaryFolder()
  const text = chain(
    'type = "write_file"\npath_from = "trigger.path"\ncontent_from = "trigger.path"',
    'type = "shell_run"\ncommand = "/bin/sh"',
    ASK,
  )
  const policy = `[policy.fs]\nwrite = ["${folder}/**"]\n[policy.shell]\ncommands = ["/**"]\n`
  const result = await engineOf(text + policy).run({
    input: { path: join(folder, 'x') },
    dryRun: true,
    backends: { default: hung },
  })
  expect(result.status).toBe('completed')
  expect(result.trace[0]!.output).toMatchObject({ dry_run: true })
  expect(existsSync(join(folder, 'x'))).toBe(false)
  const denied = await engineOf(text + policy).run({ input: { path: '/etc/x' }, dryRun: true })
  expect(denied.error?.class).toBe('policy')
})

test('a long loop is walked with a watcher as it is without', async () => {
  const text = `${chain('type = "merge"')}[[edges]]\nfrom = "a"\nto = "a"\nmax_iterations = 8000\n`
  const plain = await engineOf(text).run()
  let asked = 0
  const watched = await engineOf(text).run({
    faults: () => {
      asked += 1
      return undefined
    },
  })
  expect([plain, watched].map(({ status, cost }) => [status, cost.nodeExecutions])).toEqual([
    ['completed', 8001],
    ['completed', 8001],
  ])
  expect(asked).toBe(8001)
})

test('thousands of nodes that wait do not exhaust the stack', async () => {
  const text = `${chain('type = "read_env"\nkey = "HOME"')}[[edges]]\nfrom = "a"\nto = "a"\nmax_iterations = 8000\n`
  expect(await engineOf(text).run()).toMatchObject({ status: 'completed', cost: { nodeExecutions: 8001 } })
})
