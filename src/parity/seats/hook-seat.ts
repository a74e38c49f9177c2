import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readContract, runHook, type HostReply } from '../../hooks/index.ts'
import { sessionsFolder } from '../../hooks/state-folder.ts'
import type { JsonObject, SessionRecord } from '../../model/index.ts'
import { jsonlStore } from '../../store/index.ts'
import type { Seat } from '../seat.ts'
import type { Transcript } from '../transcript.ts'
import type { View } from './engine-seat.ts'

export const HOOK_VIEW: View = { style: 'steps', turns: true, replies: true, judges: false }

/** Where a hook lives: the contract's file and the folder of its state. */
export interface HookPlace {
  readonly contractFile: string
  readonly home: string
}

/** Gives a payload to a hook as Claude Code does. */
export type SendToHook = (payload: JsonObject, place: HookPlace) => Promise<HostReply>

/** Everything a hook process does, without the process. */
export const hookInProcess: SendToHook = (payload, { contractFile, home }) =>
  runHook(['claude-code', '--contract', contractFile], {
    env: { HOLDFAST_HOME: home },
    cwd: home,
    nowMs: () => 0,
    readStdin: () => JSON.stringify(payload),
    readContract,
  })

const SESSION = 'parity-session'

export function hookSeat(transcript: Transcript, send: SendToHook = hookInProcess): Seat {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-parity-'))
  const place = { contractFile: join(folder, 'contract.yaml'), home: join(folder, 'home') }
  const log = join(folder, 'transcript.jsonl')
  writeFileSync(place.contractFile, transcript.contractText)
  writeFileSync(log, '')
  const ids = new Map<object, string>()
  let lines = 0
  let calls = 0
  let isStarted = false
  let lastText = ''

  async function tell(name: string, more: JsonObject): Promise<JsonObject> {
    const payload = { session_id: SESSION, transcript_path: log, cwd: folder, hook_event_name: name, ...more }
    const { exitCode, stdout, stderr } = await send(payload, place)
    if (exitCode !== 0) throw new Error(`the hook ended with ${exitCode}: ${stderr}`)
    return stdout === '' ? {} : (JSON.parse(stdout) as JsonObject)
  }

  return {
    async openTurn({ user }) {
      if (!isStarted) await tell('SessionStart', { source: 'startup' })
      isStarted = true
      return (await tell('UserPromptSubmit', { prompt: user }))['decision'] !== 'block'
    },
    async answer({ text, calls: wanted, usage }) {
      lines += 1
      lastText = text
      const message = {
        id: `msg_${lines}`,
        model: 'parity',
        content: [{ type: 'text', text }],
        usage: { input_tokens: usage.input, output_tokens: usage.output },
      }
      appendFileSync(log, `${JSON.stringify({ type: 'assistant', uuid: `line-${lines}`, message })}\n`)
      const allowed = []
      for (const call of wanted) {
        calls += 1
        ids.set(call, `toolu_${calls}`)
        const reply = await tell('PreToolUse', {
          tool_name: call.tool,
          tool_input: call.args,
          tool_use_id: `toolu_${calls}`,
          permission_mode: 'bypassPermissions',
        })
        const specific = reply['hookSpecificOutput'] as JsonObject | undefined
        const word = specific?.['permissionDecision'] ?? 'allow'
        if (word === 'allow') allowed.push(call)
      }
      return allowed
    },
    async ran(call) {
      const told = { tool_name: call.tool, tool_input: call.args, tool_use_id: ids.get(call)! }
      if (call.failed) await tell('PostToolUseFailure', { ...told, error: call.result })
      else await tell('PostToolUse', { ...told, tool_response: call.result })
    },
    async closeTurn() {
      await tell('Stop', { stop_hook_active: false, last_assistant_message: lastText })
    },
    async leave() {
      const store = jsonlStore({ folder: sessionsFolder(place.home, place.contractFile) })
      const records: SessionRecord[] = []
      for await (const record of store.read(SESSION)) records.push(record)
      await store.close()
      rmSync(folder, { recursive: true, force: true })
      return records
    },
  }
}
