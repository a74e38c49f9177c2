import type { JsonObject } from '../../model/index.ts'
import type { HookHost } from '../host.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { cursor } from './cursor.ts'
import { geminiCli } from './gemini-cli.ts'

export const HOOK_HOSTS: readonly HookHost[] = [claudeCode, codex, geminiCli, cursor, copilot]

export function hostNamed(name: string): HookHost | undefined {
  return HOOK_HOSTS.find((host) => host.name === name)
}

/**
 * Who really speaks: several hosts read the same settings file, so a payload that can only be another host's
 * is answered in that host's words, whatever the command line says.
 */
export function hostOf(payload: JsonObject, expected: HookHost): HookHost {
  return HOOK_HOSTS.find((host) => host.detects(payload)) ?? expected
}
