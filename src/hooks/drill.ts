import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract } from '../contract/contract.ts'
import { compileContract, type CompiledContract, type Vocabulary } from '../contract/index.ts'
import { createGuard } from '../guard/index.ts'
import type { JsonObject, Verdict } from '../model/index.ts'
import type { HookHost } from './host.ts'
import { isObject } from './payload.ts'
import { readContractFile } from './read-contract.ts'
import { fileStem } from './session-file.ts'
import type { InstalledEntry } from './settings/entries.ts'
import { holdfastHome, sessionsFolder, type Environment } from './state-folder.ts'

export interface DrilledCall {
  readonly tool: string
  readonly args: JsonObject
}

export type DrillResult =
  /** The known-bad call was refused by the contract's own clause, a harmless one treated as the contract says. */
  | { readonly outcome: 'blocked'; readonly call: DrilledCall; readonly reason: string }
  | { readonly outcome: 'let-through'; readonly call: DrilledCall; readonly detail: string }
  /** It blocks, but because it cannot judge. */
  | { readonly outcome: 'cannot-judge'; readonly call: DrilledCall; readonly detail: string }
  | { readonly outcome: 'not-drilled'; readonly detail: string }

export interface DrillWorld {
  readonly env: Environment
  readonly cwd: string
  readonly nowMs: number
  /** The words of the plugins it was installed with. */
  readonly vocabulary?: Vocabulary
}

const TIMEOUT_MS = 30_000
const HARMLESS: DrilledCall = { tool: 'Bash', args: { command: 'git status' } }

/** Starts the installed command as its host would, with a call the contract must refuse, and sees what comes back. */
export function drill(
  host: HookHost,
  entry: InstalledEntry,
  { env, cwd, nowMs, vocabulary }: DrillWorld,
): DrillResult {
  const { contract } = readContractFile(entry.contractFile, vocabulary)
  if (contract === undefined)
    return { outcome: 'not-drilled', detail: `the contract \`${entry.contractFile}\` does not load` }
  const compiled = compileContract(contract, vocabulary === undefined ? {} : { vocabulary })
  const bad = knownBad(contract).find((call) => verdictOn(compiled, call) === 'deny')
  if (bad === undefined)
    return { outcome: 'not-drilled', detail: 'no single call is refused by this contract without a history' }
  const sessionId = `holdfast-drill-${process.pid}-${nowMs}`
  const ask = (call: DrilledCall, suffix: string) =>
    run(entry, host.announce({ ...call, cwd, sessionId: `${sessionId}-${suffix}` }), env, cwd)
  try {
    const reply = ask(bad, 'bad')
    if (!reply.refuses) {
      if (reply.exitCode === 2) return { outcome: 'cannot-judge', call: bad, detail: reply.detail }
      return { outcome: 'let-through', call: bad, detail: reply.detail }
    }
    const calm = ask(HARMLESS, 'good')
    const expected = verdictOn(compiled, HARMLESS) === 'deny'
    return (calm.refuses || calm.exitCode === 2) === expected
      ? { outcome: 'blocked', call: bad, reason: reply.detail }
      : { outcome: 'cannot-judge', call: HARMLESS, detail: calm.detail }
  } finally {
    for (const suffix of ['bad', 'good']) forget(env, entry.contractFile, `${sessionId}-${suffix}`)
  }
}

/** Calls that contracts forbid, the plainest first, then what this one names itself. */
function knownBad({ clauses }: Contract): readonly DrilledCall[] {
  const shell = (command: string): DrilledCall => ({ tool: 'Bash', args: { command } })
  const named = clauses
    .flatMap(({ options }) => (isObject(options) && Array.isArray(options['tools']) ? options['tools'] : []))
    .filter((entry) => typeof entry === 'string')
    .flatMap((entry): readonly DrilledCall[] => [
      shell(entry.replaceAll('|', ' x | ').replace(/^\*/u, 'git commit ').replaceAll('*', '')),
      { tool: entry.replaceAll(/[*?]/g, 'x'), args: {} },
    ])
  const unheardOf = { tool: 'holdfast_drill', args: { card: '4111 1111 1111 1111', mail: 'ada@example.com' } }
  return [shell('rm -rf /'), ...named, unheardOf]
}

function verdictOn(contract: CompiledContract, { tool, args }: DrilledCall): Verdict {
  const guard = createGuard({ contract, nowMs: () => 0 })
  return guard.judge({ kind: 'tool-call', sessionId: 'drill', callId: 'drill', tool, args }).decision.verdict
}

interface Ran {
  readonly exitCode: number | null
  readonly refuses: boolean
  readonly detail: string
}

function run({ run: command }: InstalledEntry, payload: JsonObject, env: Environment, cwd: string): Ran {
  const options = { input: JSON.stringify(payload), env, cwd, timeout: TIMEOUT_MS, encoding: 'utf8' } as const
  const { status, stdout, stderr, error } =
    'line' in command
      ? spawnSync(command.line, { ...options, shell: true })
      : spawnSync(command.program, command.args, options)
  const reason = refusalIn(stdout ?? '')
  const rest = error?.message ?? (stderr?.trim() === '' ? `exit ${String(status)}, no answer` : stderr.trim())
  return { exitCode: status, refuses: status === 0 && reason !== undefined, detail: reason ?? rest }
}

/** The reason of a refusal in any of the hosts' dialects. */
function refusalIn(stdout: string): string | undefined {
  try {
    const answer = JSON.parse(stdout) as JsonObject
    const specific = isObject(answer['hookSpecificOutput']) ? answer['hookSpecificOutput'] : {}
    const all = { ...answer, ...specific }
    const said = all['permissionDecision'] ?? all['permission'] ?? all['decision']
    if (said !== 'deny' && said !== 'block') return undefined
    const reason = all['permissionDecisionReason'] ?? all['agent_message'] ?? all['reason']
    return typeof reason === 'string' ? reason : ''
  } catch {
    return undefined
  }
}

/** A drill is no session anybody wants to read about. */
function forget(env: Environment, contractFile: string, sessionId: string): void {
  const stem = join(sessionsFolder(holdfastHome(env), contractFile), fileStem(sessionId))
  try {
    for (const file of [`${stem}.jsonl`, `${stem}.snapshot.json`]) rmSync(file, { force: true })
  } catch {
    // a folder that cannot be written is what the drill has just told of
  }
}
