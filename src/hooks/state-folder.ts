import { homedir } from 'node:os'
import { join } from 'node:path'
import { sha256Hex } from './sha256.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** `HOLDFAST_HOME`, else the place the system has for state, else a folder in the home folder. */
export function holdfastHome(env: Environment): string {
  if (env['HOLDFAST_HOME']) return env['HOLDFAST_HOME']
  if (env['XDG_STATE_HOME']) return join(env['XDG_STATE_HOME'], 'holdfast')
  return join(homeFolder(env), '.holdfast')
}

export function homeFolder(env: Environment): string {
  return env['HOME'] ?? env['USERPROFILE'] ?? homedir()
}

/** A short name for a path, the same on every run. */
export function pathKey(path: string): string {
  return sha256Hex(path).slice(0, 16)
}

/**
 * Sessions are kept per contract: two contracts that watch the same conversation must not take one another's
 * judgement for their own.
 */
export function sessionsFolder(home: string, contractFile: string): string {
  return join(home, 'sessions', pathKey(contractFile))
}

export function contractCacheFile(home: string, contractFile: string): string {
  return join(home, 'contracts', `${pathKey(contractFile)}.json`)
}
