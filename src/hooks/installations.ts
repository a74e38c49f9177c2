import { HoldfastError } from '../kit/errors.ts'
import { SCOPES, type HookHost, type Scope } from './host.ts'
import { HOOK_HOSTS } from './hosts/index.ts'
import { entriesIn, type InstalledEntry } from './settings/entries.ts'
import { memberOf, parseJsonText } from './settings/jsonc.ts'
import { readSettings, settingsFile, type Place } from './settings/file.ts'

/** A settings file that may name the hook. */
export interface Installation {
  readonly host: HookHost
  readonly scope: Scope
  readonly file: string
  readonly entries: readonly InstalledEntry[]
  /** Events the host would tell of and that have no entry. */
  readonly missing: readonly string[]
  /** The file switches all hooks off. */
  readonly isSwitchedOff: boolean
  /** Why the file could not be read. */
  readonly problem?: string
}

/** Every settings file that is there, of these hosts, in every scope. */
export function findInstallations(
  place: Place,
  hosts: readonly HookHost[] = HOOK_HOSTS,
): readonly Installation[] {
  return hosts.flatMap((host) =>
    SCOPES.flatMap((scope) => {
      const file = settingsFile(host, scope, place)
      return file === undefined ? [] : inspected(host, scope, file)
    }),
  )
}

function inspected(host: HookHost, scope: Scope, file: string): readonly Installation[] {
  try {
    const text = readSettings(file)
    if (text === undefined) return []
    const entries = entriesIn(file, text)
    const told = new Set(entries.map(({ event }) => event))
    return [
      {
        isSwitchedOff: isSwitchedOff(text),
        host,
        scope,
        file,
        entries,
        missing: host.settings.events.filter((event) => !told.has(event)),
      },
    ]
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error
    return [{ host, scope, file, entries: [], missing: [], isSwitchedOff: false, problem: error.message }]
  }
}

function isSwitchedOff(text: string): boolean {
  if (text.trim() === '') return false
  const value = memberOf(parseJsonText(text), 'disableAllHooks')?.value
  return value?.kind === 'scalar' && value.value === true
}
