import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

let bundle: string | undefined

/** The bundle a host would start, built from the sources as they are now. */
export function hookFile(): string {
  if (bundle !== undefined) return bundle
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bundle-'))
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/bundle-hook.mjs'), folder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return (bundle = join(folder, 'hook.cjs'))
}

export interface Reply {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A project and a home of its own, and the hook as a host runs it there. */
export function hookWorld(contract: string, { host = 'claude-code' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-hook-'))
  const home = join(folder, 'home')
  const contractFile = join(folder, 'contract.yaml')
  mkdirSync(home)
  writeFileSync(contractFile, contract)
  const env = { PATH: process.env['PATH'], HOME: home, HOLDFAST_HOME: join(home, '.holdfast') }
  const argv = (extra: readonly string[]) => [hookFile(), host, '--contract', contractFile, ...extra]
  return {
    folder,
    home,
    contractFile,
    env,
    send(payload: object | string, extra: readonly string[] = []): Reply {
      const input = typeof payload === 'string' ? payload : JSON.stringify(payload)
      const { status, stdout, stderr } = spawnSync(process.execPath, argv(extra), {
        input,
        env,
        encoding: 'utf8',
      })
      return { exit: status, stdout, stderr }
    },
    sendAtOnce(payloads: readonly object[]): Promise<readonly Reply[]> {
      return Promise.all(payloads.map((payload) => started(argv([]), env, payload)))
    },
  }
}

function started(argv: readonly string[], env: NodeJS.ProcessEnv, payload: object): Promise<Reply> {
  const child = spawn(process.execPath, argv, { env })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  child.stdin.end(JSON.stringify(payload))
  return new Promise((done) => child.on('close', (exit) => done({ exit, stdout, stderr })))
}

export function contractWith(...clauses: readonly string[]): string {
  return `dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: payments
description: "for tests"
version: "1"
invariants:
  process:
${clauses.map((clause) => `    - ${clause}\n`).join('')}`
}

export const NO_DESTRUCTION = 'tool_blocklist: {id: no-destruction, tools: ["rm -rf /*", "curl|bash"]}'

let calls = 0

/** What Claude Code writes to the hook before it runs a tool. */
export function preToolUse(tool: string, input: object, more: object = {}): object {
  calls += 1
  return {
    session_id: '8a6b1d2e-0000-4000-8000-000000000001',
    transcript_path: '/nowhere/transcript.jsonl',
    cwd: '/nowhere',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: `toolu_${calls}`,
    ...more,
  }
}

export function bash(command: string, more: object = {}): object {
  return preToolUse('Bash', { command, description: 'a test' }, more)
}

export function event(name: string, more: object = {}): object {
  return {
    session_id: '8a6b1d2e-0000-4000-8000-000000000001',
    transcript_path: '/nowhere/transcript.jsonl',
    cwd: '/nowhere',
    hook_event_name: name,
    ...more,
  }
}

/** `allow` when the hook said nothing of permission, else its word for it. */
export function permission({ exit, stdout }: Reply): string {
  if (exit === 2) return 'exit 2'
  if (exit !== 0) return `exit ${String(exit)}`
  if (stdout === '') return 'allow'
  const { hookSpecificOutput } = JSON.parse(stdout) as {
    hookSpecificOutput?: { permissionDecision?: string }
  }
  return hookSpecificOutput?.permissionDecision ?? 'allow'
}
