import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { MockModel } from '../../src/mock/index.ts'
import { runFinance, startModel } from './finance-world.ts'

let model: MockModel | undefined

afterEach(async () => {
  await model?.close()
  model = undefined
})

test('the same seed writes the same bytes at any width, on real agents', { timeout: 90_000 }, async () => {
  model = await startModel('fabricating')
  const upstream = { openai: `${model.url}/openai/v1` }
  const agent = {
    type: 'python',
    endpoint: 'finance_agent:answer',
    tools: ['finance_agent:market_data_api'],
    upstream,
  }
  const outputs: string[] = []
  for (const width of ['1', '8', '8'])
    outputs.push((await runFinance(agent, ['--seed', '7', '--trials', '3', '--concurrency', width])).out)
  expect(outputs[0]).toContain('"format"')
  expect(outputs[1]).toBe(outputs[0])
  expect(outputs[2]).toBe(outputs[0])
})

const TSX = import.meta.resolve('tsx')
const BIN = resolve(import.meta.dirname, '../../src/cli/bin.ts')

test('Ctrl-C ends the run and the agents it started', { timeout: 90_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-stop-'))
  const pidFile = join(folder, 'pid')
  const server = `
    require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))
    require('http').createServer((q, r) => setTimeout(() => r.end('source'), 300)).listen(process.env.PORT)`
  writeFileSync(
    join(folder, 'holdfast.yaml'),
    JSON.stringify({
      version: '2.0',
      agent: { endpoint: 'http://127.0.0.1:{port}/', command: ['node', '-e', server] },
      golden_prompts: ['hi'],
      contract: { name: 'c', description: 'd', invariants: [{ id: 'i', type: 'contains', value: 'source' }] },
      chaos_matrix: [{ name: 'no-chaos' }],
      trials: 1000,
    }),
  )
  const run = spawn(
    process.execPath,
    ['--import', TSX, BIN, 'contract', 'run', '-c', 'holdfast.yaml', '--no-save'],
    {
      cwd: folder,
      stdio: 'ignore',
    },
  )
  const ended = new Promise<number | null>((settle) => run.once('exit', settle))
  let pid = 0
  for (let wait = 0; wait < 200 && pid === 0; wait++) {
    await sleep(100)
    try {
      pid = Number(readFileSync(pidFile, 'utf8'))
    } catch {
      // not started yet
    }
  }
  expect(pid).toBeGreaterThan(0)
  await sleep(700)
  run.kill('SIGINT')
  expect(await ended).toBe(3)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  rmSync(folder, { recursive: true })
})
