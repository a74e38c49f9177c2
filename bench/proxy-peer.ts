// A published gateway beside ours, installed for the benchmark alone. It takes part when the registry can be reached.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'undici'
import { call, type Target } from './proxy-load.ts'

const PEER = { name: '@portkey-ai/gateway', version: '1.15.2', start: 'build/start-server.js' }
const PORT = 48_799
const START_WITHIN_MS = 20_000

/** Says why when there is nobody to compare with. */
export async function startPeer(upstream: string): Promise<Target | undefined> {
  const file = installed()
  if (file === undefined) return without('it could not be installed')
  const child = spawn(process.execPath, [file, `--port=${PORT}`, '--headless'], { stdio: 'ignore' })
  const headers = [
    'anthropic-version',
    '2023-06-01',
    'x-portkey-provider',
    'anthropic',
    'x-portkey-custom-host',
    `${upstream}/v1`,
  ]
  const target: Target = {
    name: 'peer',
    prefix: '',
    process: child,
    pool: new Pool(`http://127.0.0.1:${PORT}`),
    headers,
    isForeign: true,
  }
  const problem = await answering(target)
  if (problem === undefined) {
    console.log(`peer: ${PEER.name} ${PEER.version}, which passes calls on and judges nothing`)
    return target
  }
  child.kill()
  await target.pool.destroy()
  return without(problem)
}

function without(reason: string): undefined {
  console.log(`no other gateway to compare with: ${PEER.name} ${PEER.version} does not take part (${reason})`)
}

function installed(): string | undefined {
  const folder = join(import.meta.dirname, '.build', 'peer')
  const file = join(folder, 'node_modules', PEER.name, PEER.start)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  spawnSync('npm', ['install', '--prefix', folder, ...flags, `${PEER.name}@${PEER.version}`], {
    stdio: 'ignore',
  })
  return existsSync(file) ? file : undefined
}

async function answering(target: Target): Promise<string | undefined> {
  const deadlineMs = performance.now() + START_WITHIN_MS
  for (;;) {
    const problem = await call(target, 0, false).then(
      () => undefined,
      (error: unknown) => String(error),
    )
    if (problem === undefined || hasEnded(target.process) || performance.now() > deadlineMs) return problem
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
