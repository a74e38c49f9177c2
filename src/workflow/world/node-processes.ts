import { spawn } from 'node:child_process'
import type { Processes } from './world.ts'

const MAX_OUTPUT_BYTES = 65_536
const SEARCH_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** How long a killed child's pipes are listened to. */
const GRACE_MS = 500

export function nodeProcesses(nowMs: () => number): Processes {
  return {
    run: (program, args, { timeoutMs, cwd, calledAs }, signal) =>
      new Promise((resolve, reject) => {
        const startedMs = nowMs()
        // a group of its own, so that what the child started ends with it
        const child = spawn(program, [...args], {
          cwd,
          // programs that are many in one look at the name they are called by
          argv0: calledAs,
          env: { PATH: SEARCH_PATH, LANG: 'C.UTF-8' },
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: process.platform !== 'win32',
          windowsHide: true,
        })
        const stdout = capped()
        const stderr = capped()
        child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
        child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
        let timedOut = false
        let grace: NodeJS.Timeout | undefined
        const kill = (): void => {
          killGroup(child.pid)
          // a grandchild in another group may hold the pipes open for ever
          grace ??= setTimeout(() => {
            child.stdout.destroy()
            child.stderr.destroy()
          }, GRACE_MS)
        }
        const timer = setTimeout(() => {
          timedOut = true
          kill()
        }, timeoutMs)
        signal.addEventListener('abort', kill, { once: true })
        if (signal.aborted) kill()
        const finish = (): void => {
          clearTimeout(timer)
          clearTimeout(grace)
          signal.removeEventListener('abort', kill)
        }
        child.on('error', (error) => {
          finish()
          reject(error)
        })
        child.on('close', (exitCode, endedBy) => {
          finish()
          resolve({
            exitCode,
            signal: endedBy,
            stdout: stdout.text(),
            stderr: stderr.text(),
            truncated: stdout.isCut() || stderr.isCut(),
            timedOut,
            durationMs: Math.round(nowMs() - startedMs),
          })
        })
      }),
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // it has ended by itself
  }
}

function capped() {
  const chunks: Buffer[] = []
  let bytes = 0
  let isCut = false
  return {
    push(chunk: Buffer): void {
      const room = MAX_OUTPUT_BYTES - bytes
      if (chunk.length > room) isCut = true
      if (room > 0) chunks.push(chunk.subarray(0, room))
      bytes = Math.min(MAX_OUTPUT_BYTES, bytes + chunk.length)
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
    isCut: () => isCut,
  }
}
