import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { HoldfastError } from '../kit/errors.ts'
import type { Mode } from '../model/index.ts'
import type { HookCommand, HookHost } from './host.ts'
import type { PinnedPlugins } from './pinned-plugins.ts'
import type { Environment } from './state-folder.ts'

export interface CommandParts {
  readonly host: HookHost
  readonly contractFile: string
  readonly plugins?: PinnedPlugins
  readonly mode: Mode
  readonly failsOpen: boolean
  readonly hookFile: string
  /** The Node that runs the hook; a host may have another one, or none, on its path. */
  readonly program: string
}

export function hookCommand({
  host,
  contractFile,
  plugins,
  mode,
  failsOpen,
  hookFile,
  program,
}: CommandParts): HookCommand {
  const args = [
    hookFile,
    host.name,
    '--contract',
    contractFile,
    ...(plugins === undefined ? [] : ['--plugins', plugins.file]),
    ...(plugins?.hash === undefined ? [] : ['--plugins-hash', plugins.hash]),
    ...(mode === 'shadow' ? ['--shadow'] : []),
    ...(failsOpen ? ['--fail-open'] : []),
  ]
  return { program, args, failsOpen, line: [program, ...args].map(quoted).join(' ') }
}

/** For a shell: untouched when nothing in it means anything there. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/u.test(word)) return word
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll(`'`, `'\\''`)}'`
}

/** The bundle beside the compiled code; `HOLDFAST_HOOK` names another one. */
export function findHookFile(env: Environment): string {
  const places = [
    env['HOLDFAST_HOOK'],
    join(import.meta.dirname, '..', 'hook.cjs'),
    join(import.meta.dirname, '..', '..', 'dist', 'hook.cjs'),
  ].filter((place) => place !== undefined)
  const found = places.find((place) => existsSync(place))
  if (found === undefined)
    throw new HoldfastError('HF_FILE', 'the hook program is missing', 'build it: `npm run build`')
  return found
}
