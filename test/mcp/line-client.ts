import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { environment, guardArgs, until, type World } from './world.ts'

const LINE_SERVER = [process.execPath, join(import.meta.dirname, 'line-server.mjs')]

export interface LineClient {
  readonly guard: ChildProcess
  /** What the guard wrote, line by line, as it came. */
  readonly lines: string[]
  readonly stderr: () => string
  readonly exit: Promise<number | null>
  send(...lines: readonly (string | Buffer)[]): void
  /** Resolves with the line at this place. */
  line(at: number): Promise<string>
  /** Lines that reached the server, as they came. */
  arrived(): readonly string[]
  /** Names of tools that a reader of lines would have run. */
  ran(): readonly string[]
  serverPid(): number
  /** Signals the server was sent. */
  signals(): readonly string[]
}

/** A client that can write what no client should. */
export function lineClient(
  place: World,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): LineClient {
  const log = join(place.folder, 'lines.log')
  const guard = spawn(process.execPath, guardArgs(place, options, LINE_SERVER), {
    env: environment(place, { LINE_LOG: log, ...env }),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void guard.kill('SIGKILL'))
  const lines: string[] = []
  let rest = ''
  let stderr = ''
  guard.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()!
    lines.push(...parts)
  })
  guard.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  guard.stdin.on('error', () => undefined)
  const exit = new Promise<number | null>((resolve) => {
    guard.once('exit', resolve)
  })
  const read = (file: string): readonly string[] =>
    existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return {
    guard,
    lines,
    stderr: () => stderr,
    exit,
    send(...sent) {
      for (const line of sent) guard.stdin.write(Buffer.concat([Buffer.from(line), Buffer.from('\n')]))
    },
    async line(at) {
      await until(() => lines.length > at)
      return lines[at]!
    },
    arrived: () => read(log).map((line) => JSON.parse(line) as string),
    ran: () => read(`${log}.ran`),
    signals: () => read(`${log}.signals`),
    serverPid: () => Number(read(`${log}.pid`)[0]),
  }
}

export function request(id: number | string, method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
