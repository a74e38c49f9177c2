import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pathOf, stateFolder } from '../../src/workflow/index.ts'
import { chain, engineOf, fileIn, scripted, START, temporaryFolder } from './support.ts'

const SHELL = (from: string) => `type = "shell_run"\ncommand = "/bin/sh"\nargs_from = "trigger.${from}"`
const PAUSE = 'type = "pause_for_approval"\nreason = "really?"'
const log = (file: string, word: string) => ['-c', `echo ${word} >> ${file}`]

test('a paused run goes on in another engine with outputs, loop counts and cost', async () => {
  const folder = temporaryFolder()
  const text = `${START}
[[nodes]]
id = "a"
type = "llm_infer"
backend = "default"
prompt = "go"
output_schema = "inline"
[[nodes]]
id = "again"
type = "condition"
expr = "trigger.go"
[[nodes]]
id = "gate"
type = "pause_for_approval"
[[nodes]]
id = "out"
type = "template_render"
template = "{{}}"
input_from = "a.parsed"
[[edges]]
from = "a"
to = "again"
[[edges]]
from = "again"
to = "gate"
when = "true"
max_iterations = 2
[[edges]]
from = "again"
to = "out"
else = true
[[edges]]
from = "gate"
to = "a"
`
  const state = stateFolder(folder)
  const first = await engineOf(text, { state }).run({
    input: { go: true },
    backends: scripted('{"n": 1.0}'),
    runId: 'r1',
  })
  expect(first).toMatchObject({ status: 'paused', lastNode: 'gate', cost: { llmCalls: 1 } })
  const second = await engineOf(text, { state }).resume('r1', { backends: scripted('{"n": 2.0}') })
  expect(second).toMatchObject({ status: 'paused', cost: { llmCalls: 2, llmTokens: 24 } })
  const third = await engineOf(text, { state }).resume('r1', { backends: scripted('{"n": 3.0}') })
  expect(third).toMatchObject({
    status: 'completed',
    finalValue: { rendered: '{"n":3.0}' },
    cost: { llmCalls: 3 },
  })
  expect(pathOf(third)).toEqual(['a', 'again', 'gate', 'a', 'again', 'gate', 'a', 'again', 'out'])
  expect(readdirSync(folder)).toEqual([])
})

test('a refusal takes its branch, or fails the run', async () => {
  const folder = temporaryFolder()
  const state = stateFolder(folder)
  const engine = engineOf(chain(PAUSE, 'type = "terminate"'), { state })
  await engine.run({ runId: 'r1' })
  expect(await engine.resume('r1', { approve: false })).toMatchObject({
    status: 'failed',
    reason: 'the approval was refused',
  })
  const wired = engineOf(
    `${chain(PAUSE, 'type = "terminate"')}[[nodes]]\nid = "no"\ntype = "terminate"\n[[edges]]\nfrom = "a"\nto = "no"\nwhen = "rejected"\n`,
    { state },
  )
  await wired.run({ runId: 'r2' })
  expect(await wired.resume('r2', { approve: false })).toMatchObject({ status: 'completed', lastNode: 'no' })
})

test('a run is not resumed twice, nor by another workflow', async () => {
  const folder = temporaryFolder()
  const state = stateFolder(folder)
  const engine = engineOf(chain(PAUSE, SHELL('after')), { state })
  await engine.run({ runId: 'r1', input: { after: log(join(folder, 'log.txt'), 'after') } })
  await expect(engineOf(chain(PAUSE, 'type = "merge"'), { state }).resume('r1')).rejects.toThrow(
    'another version',
  )
  const outcomes = await Promise.allSettled([engine.resume('r1'), engine.resume('r1')])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(engine.resume('r1')).rejects.toThrow('no paused run is called `r1`')
  expect(readFileSync(join(folder, 'log.txt'), 'utf8')).toBe('after\n')
  await expect(engine.resume('../r1')).rejects.toThrow('is not the id of a run')
})

const BIN = resolve(import.meta.dirname, '../../src/cli/bin.ts')

const ended = (child: ReturnType<typeof spawn>) =>
  new Promise<number | null>((done) => child.on('close', (code) => done(code)))

async function until(isTrue: () => boolean): Promise<void> {
  for (let wait = 0; wait < 500 && !isTrue(); wait += 1) await sleep(20)
  expect(isTrue()).toBe(true)
}

test('pause, kill -9, resume: nothing runs twice', async () => {
  const folder = temporaryFolder()
  const logFile = join(folder, 'log.txt')
  // the node behind the pause says that it has begun and then waits to be killed
  const slow = ['-c', `echo after >> ${logFile}; while [ ! -e ${folder}/go ]; do sleep 0.05; done`]
  writeFileSync(
    join(folder, 'input.json'),
    JSON.stringify({ before: log(logFile, 'before'), middle: log(logFile, 'middle'), after: slow }),
  )
  fileIn(
    folder,
    'flow.toml',
    chain(SHELL('before'), PAUSE, SHELL('middle'), SHELL('after'), 'type = "terminate"'),
  )
  const repository = resolve(import.meta.dirname, '../..')
  const run = (args: readonly string[]) =>
    spawn(
      // not the `tsx` command, which is a second process: after its end the first may still be dying
      process.execPath,
      [
        '--import',
        'tsx',
        BIN,
        'workflow',
        'run',
        join(folder, 'flow.toml'),
        '--state-dir',
        join(folder, 'state'),
        ...args,
      ],
      { cwd: repository, stdio: 'ignore', detached: true },
    )
  expect(await ended(run(['--input', join(folder, 'input.json')]))).toBe(3)
  const [runId = ''] = readdirSync(join(folder, 'state')).map((name) => name.replace(/\.json$/u, ''))
  const resumed = run(['--resume', runId])
  const lines = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n') : [])
  await until(() => lines().includes('after'))
  process.kill(-resumed.pid!, 'SIGKILL')
  await ended(resumed)
  // what was interrupted is not repeated unasked: exit 3, and the log is as it was
  expect(await ended(run(['--resume', runId]))).toBe(3)
  expect(lines()).toEqual(['before', 'middle', 'after'])
  writeFileSync(join(folder, 'go'), '')
  expect(await ended(run(['--resume', runId, '--repeat-in-flight']))).toBe(0)
  expect(lines()).toEqual(['before', 'middle', 'after', 'after'])
}, 60_000)

test('a server that is killed while a run waits for approval: the run goes on at the pause, nothing runs twice', async () => {
  const folder = temporaryFolder()
  const logFile = join(folder, 'log.txt')
  const route = '[[http_routes]]\nmethod = "POST"\npath = "/go"\nstart_node = "main"\n'
  fileIn(
    folder,
    'flow.toml',
    `${chain(SHELL('before'), PAUSE, SHELL('after'), 'type = "terminate"')}${route}`,
  )
  const repository = resolve(import.meta.dirname, '../..')
  const holdfast = (...words: readonly string[]) =>
    spawn(
      process.execPath,
      ['--import', 'tsx', BIN, 'workflow', ...words, '--state-dir', join(folder, 'state')],
      {
        cwd: repository,
        stdio: ['ignore', 'pipe', 'ignore'],
        detached: true,
      },
    )
  const server = holdfast('serve', join(folder, 'flow.toml'), '--port', '0')
  let said = ''
  server.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await until(() => said.includes('http://'))
  const [url = ''] = /http:\/\/[\d.:]+/u.exec(said)!
  const body = JSON.stringify({ before: log(logFile, 'before'), after: log(logFile, 'after') })
  const response = await fetch(`${url}/go`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  const paused = (await response.json()) as { run_id: string; status: string }
  expect([response.status, paused.status]).toEqual([202, 'paused'])
  process.kill(-server.pid!, 'SIGKILL')
  await ended(server)
  expect(readFileSync(logFile, 'utf8')).toBe('before\n')
  expect(await ended(holdfast('run', join(folder, 'flow.toml'), '--resume', paused.run_id))).toBe(0)
  expect(readFileSync(logFile, 'utf8')).toBe('before\nafter\n')
  expect(readdirSync(join(folder, 'state')).filter((name) => name.endsWith('.json'))).toEqual([])
  // what is over cannot be gone on with a second time
  expect(await ended(holdfast('run', join(folder, 'flow.toml'), '--resume', paused.run_id))).toBe(2)
  expect(readFileSync(logFile, 'utf8')).toBe('before\nafter\n')
}, 120_000)
