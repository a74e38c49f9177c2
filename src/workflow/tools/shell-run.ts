import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { NodeCall } from '../node-call.ts'
import { NodeError, reasonOf, toolError } from '../node-error.ts'
import { kindOf } from '../value/kinds.ts'

const DEFAULT_TIMEOUT_SECS = 30

export function shellRun(
  call: NodeCall,
  command: string,
  given: JsonValue | undefined,
  timeoutSecs = DEFAULT_TIMEOUT_SECS,
): Promise<JsonObject> {
  const args = argumentsOf(given)
  if (!command.startsWith('/') && !/^[a-z]:\\/iu.test(command))
    throw toolError('shell_run', `\`${command}\` is not an absolute path`)
  return call.guarded('shell_run', { command, args }, async (judged) => {
    const sent = argumentsOf(judged['args'])
    const program = await call.gate.command(command, sent)
    if (call.dryRun) return { command, args, dry_run: true }
    const timeoutMs = Math.max(1, timeoutSecs) * 1000
    try {
      const answer = await call.world.processes.run(
        program,
        sent,
        { timeoutMs, cwd: call.world.workdir, calledAs: command },
        call.signal(),
      )
      const { exitCode, signal, stdout, stderr, truncated, timedOut, durationMs } = answer
      return {
        command,
        args,
        exit_code: exitCode,
        signal,
        stdout,
        stderr,
        truncated,
        timed_out: timedOut,
        duration_ms: durationMs,
      }
    } catch (error) {
      throw error instanceof NodeError
        ? error
        : toolError('shell_run', `${command}: ${reasonOf(error)}`, { cause: error })
    }
  })
}

function argumentsOf(given: JsonValue | undefined): readonly string[] {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given))
    throw toolError('shell_run', `args must be an array of strings; got ${kindOf(given)}`)
  const wrong = (given as readonly JsonValue[]).find(
    (word) => typeof word !== 'string' || word.includes('\0'),
  )
  if (wrong !== undefined)
    throw toolError('shell_run', `args must be an array of strings; it holds ${kindOf(wrong)}`)
  return given as readonly string[]
}
