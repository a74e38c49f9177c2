import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { HoldfastError } from '../../kit/errors.ts'
import { killAtExit } from './kill-at-exit.ts'
import { createTail, type Tail } from './tail.ts'

export interface StartOptions {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** A pipe to write to and one to read from; without it input is closed and output is log. */
  readonly speaks?: boolean
}

/** A program of the user with everything it starts. */
export interface ProcessGroup {
  readonly stdin: Writable | null
  readonly stdout: Readable | null
  /** The end of what it wrote for people to read. */
  readonly log: Tail
  /** Settles when the first process has ended. */
  readonly ended: Promise<Ending>
  readonly isAlive: () => boolean
  /** Ends what outlived the first process; what was written can still be read. */
  endLeftovers(): void
  /** A hint, and no choice after `graceMs`; also for what outlived the first process. */
  stop(graceMs?: number): Promise<void>
}

export interface Ending {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
}

const GRACE_MS = 2_000

/** In a group of its own, so that what the program starts ends with it. */
export async function startGroup({ command, cwd, env, speaks = false }: StartOptions): Promise<ProcessGroup> {
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    cwd,
    env,
    stdio: speaks ? ['pipe', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const forget = killAtExit(() => killGroup(child.pid, 'SIGKILL'))
  const log = createTail()
  child.stderr!.on('data', (chunk: Buffer) => log.push(chunk))
  if (!speaks) child.stdout!.on('data', (chunk: Buffer) => log.push(chunk))
  // whoever writes to a process that is gone learns of it by its end
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
    child.once('error', () => resolve({ exitCode: null, signal: null }))
  })
  try {
    await once(child, 'spawn')
  } catch (error) {
    forget()
    throw cannotStart(file, cwd, error)
  }
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    log,
    ended,
    isAlive,
    endLeftovers: () => killGroup(child.pid, 'SIGKILL'),
    async stop(graceMs = GRACE_MS) {
      if (isAlive()) killGroup(child.pid, 'SIGTERM')
      const timer = setTimeout(() => killGroup(child.pid, 'SIGKILL'), graceMs)
      await ended
      clearTimeout(timer)
      // children that ignored the hint are still in the group
      killGroup(child.pid, 'SIGKILL')
      forget()
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
    },
  }
}

function killGroup(pid: ChildProcess['pid'], signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // it has ended by itself
  }
}

function cannotStart(file: string, cwd: string, error: unknown): HoldfastError {
  const { code, message } = error as NodeJS.ErrnoException
  const why = code === 'ENOENT' ? 'there is no such program (or no such folder)' : message
  return new HoldfastError('HF_USAGE', `\`${file}\` cannot be started in \`${cwd}\`: ${why}`, undefined, {
    cause: error,
  })
}
