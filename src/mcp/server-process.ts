import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { HoldfastError } from '../kit/errors.ts'
import { reasonOf } from './log.ts'

export interface ServerProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  /** How it ended, as a shell would tell it. */
  readonly exit: Promise<number>
  signal(signal: NodeJS.Signals): void
  /** Closes its input and gives it time to go, then a hint, then no choice. */
  stop(graceMs: number): void
}

/** With the whole environment, because a server behind us must find what it would find without us. */
export async function startServer(
  [file, ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<ServerProcess> {
  const child = spawn(file!, args, {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
    // `npx` and its like are scripts there, which only a shell can start
    shell: process.platform === 'win32',
  })
  // whoever ends this process must not leave the server behind
  const kill = (): void => void child.kill('SIGTERM')
  process.once('exit', kill)
  child.stdin.on('error', () => undefined)
  const exit = new Promise<number>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', kill)
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
  await started(child, file!)
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    exit,
    signal: (signal) => void child.kill(signal),
    stop(graceMs) {
      child.stdin.end()
      setTimeout(() => child.kill('SIGTERM'), graceMs).unref()
      setTimeout(() => child.kill('SIGKILL'), graceMs * 2).unref()
    },
  }
}

function started(child: ChildProcessByStdio<Writable, Readable, null>, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) =>
      reject(new HoldfastError('HF_USAGE', `the server \`${file}\` cannot be started: ${reasonOf(error)}`)),
    )
  })
}
