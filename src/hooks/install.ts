import { rmSync, rmdirSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Vocabulary } from '../contract/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import type { Mode } from '../model/index.ts'
import { findHookFile, hookCommand } from './command-line.ts'
import { writeCachedContract } from './contract-cache.ts'
import type { HookHost, Scope } from './host.ts'
import type { PinnedPlugins } from './pinned-plugins.ts'
import { readContractFile, type ReadContract } from './read-contract.ts'
import { entriesIn, withEntries, withoutEntries } from './settings/entries.ts'
import { readSettings, settingsFile, writeSettings, type Place } from './settings/file.ts'
import { backUp, forgetUndo, missingFolder, readUndo, writeUndo } from './settings/undo.ts'
import { contractCacheFile, holdfastHome } from './state-folder.ts'

export interface InstallOptions extends Place {
  readonly host: HookHost
  readonly scope: Scope
  /** Absolute. */
  readonly contractFile: string
  readonly mode: Mode
  readonly failsOpen: boolean
  /** Takes the place of an installation with another contract. */
  readonly force: boolean
  readonly program: string
  readonly nowMs: number
  readonly plugins?: PinnedPlugins
  /** The words those plugins bring. */
  readonly vocabulary?: Vocabulary
}

export type InstallResult =
  | { readonly outcome: 'bad-contract'; readonly read: ReadContract }
  | {
      readonly outcome: 'installed' | 'unchanged' | 'replaced'
      readonly file: string
      readonly backup?: string
      readonly read: ReadContract
    }

/** Reads the contract ahead of time and tells the host of the hook. Twice is the same as once. */
export function installHook(options: InstallOptions): InstallResult {
  const { host, contractFile, env, nowMs } = options
  const file = placeOf(options)
  const read = readContractFile(contractFile, options.vocabulary)
  if (read.contract === undefined) return { outcome: 'bad-contract', read }
  const home = holdfastHome(env)
  const command = hookCommand({ ...options, hookFile: findHookFile(env) })
  const current = readSettings(file)
  const others = current === undefined ? [] : entriesIn(file, current)
  const other = others.find((entry) => entry.contractFile !== contractFile)
  if (other !== undefined && !options.force)
    throw new HoldfastError(
      'HF_USAGE',
      `\`${file}\` already has the hook, with the contract \`${other.contractFile}\``,
      '--force puts this contract in its place',
    )
  const base = current === undefined || others.length === 0 ? current : withoutEntries(file, current)
  const next = withEntries(file, base ?? '', host.settings, command)
  writeCachedContract(contractCacheFile(home, contractFile), {
    contract: read.contract,
    files: read.files,
    ...(read.vocabulary === undefined ? {} : { usesPlugin: true }),
  })
  if (next === current) return { outcome: 'unchanged', file, read }
  const undo = readUndo(home, file)
  const before = undo !== undefined && undo.after === current ? undo.before : base
  const madeFolder = undo?.madeFolder ?? missingFolder(file)
  const backup = current === undefined ? undefined : backUp(home, file, current, nowMs)
  // written first: an undo without an installation does no harm, the reverse would
  writeUndo(home, {
    file,
    after: next,
    ...(before === undefined ? {} : { before }),
    ...(madeFolder === undefined ? {} : { madeFolder }),
  })
  writeSettings(file, next)
  const outcome = others.length > 0 ? 'replaced' : 'installed'
  return { outcome, file, read, ...(backup === undefined ? {} : { backup }) }
}

export interface UninstallResult {
  readonly outcome: 'restored' | 'removed' | 'absent'
  readonly file: string
}

/** Puts the very bytes back when nobody else wrote since, and takes out only our entries when somebody did. */
export function uninstallHook(
  options: Place & { readonly host: HookHost; readonly scope: Scope },
): UninstallResult {
  const file = placeOf(options)
  const home = holdfastHome(options.env)
  const current = readSettings(file)
  const undo = readUndo(home, file)
  if (current === undefined || entriesIn(file, current).length === 0) {
    forgetUndo(home, file)
    return { outcome: 'absent', file }
  }
  const isUntouched = undo?.after === current
  if (!isUntouched) writeSettings(file, withoutEntries(file, current))
  else if (undo.before !== undefined) writeSettings(file, undo.before)
  else removeFile(file, undo.madeFolder)
  forgetUndo(home, file)
  return { outcome: isUntouched ? 'restored' : 'removed', file }
}

function removeFile(file: string, madeFolder: string | undefined): void {
  rmSync(file)
  if (madeFolder === undefined) return
  for (let folder = dirname(file); !relative(madeFolder, folder).startsWith('..'); folder = dirname(folder)) {
    try {
      rmdirSync(folder)
    } catch {
      // somebody put something else there
      return
    }
  }
}

function placeOf({
  host,
  scope,
  ...place
}: Place & { readonly host: HookHost; readonly scope: Scope }): string {
  const file = settingsFile(host, scope, place)
  if (file === undefined)
    throw new HoldfastError('HF_USAGE', `${host.title} has no settings file for the scope \`${scope}\``)
  return file
}
