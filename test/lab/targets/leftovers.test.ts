import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

const SCRIPT = resolve(import.meta.dirname, '../agents/hold-agents.ts')

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A killed process may still be there for a moment. */
async function gone(pids: readonly number[]): Promise<boolean> {
  for (let wait = 0; wait < 100 && pids.some(isAlive); wait++) await sleep(50)
  return !pids.some(isAlive)
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  'a program that is ended by %s takes the helpers it started along',
  async (signal) => {
    const holder = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), SCRIPT], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    for await (const chunk of holder.stdout) {
      said += String(chunk)
      if (said.includes('\n')) break
    }
    const { helper, server } = JSON.parse(said) as { helper: number; server: number }
    expect(isAlive(helper) && isAlive(server)).toBe(true)
    holder.kill(signal)
    if (holder.exitCode === null && holder.signalCode === null) await once(holder, 'exit')
    expect(await gone([helper])).toBe(true)
    // nobody can act when it is killed outright; a helper sees its line end, a server of the user's does not
    if (signal === 'SIGKILL') process.kill(server, 'SIGKILL')
    else expect(await gone([server])).toBe(true)
  },
)

test('after closing its agents a program has nothing left to wait for', async () => {
  const script = resolve(import.meta.dirname, '../agents/close-agents.ts')
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(said).toBe('closed\n')
  expect(code).toBe(0)
})
