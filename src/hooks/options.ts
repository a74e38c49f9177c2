import { isAbsolute, join } from 'node:path'
import type { Mode } from '../model/index.ts'
import type { HookHost } from './host.ts'
import { HOOK_HOSTS, hostNamed } from './hosts/index.ts'
import type { PinnedPlugins } from './pinned-plugins.ts'

export interface HookOptions {
  readonly host: HookHost
  /** Absolute. */
  readonly contractFile: string
  readonly mode: Mode
  readonly failsOpen: boolean
  readonly plugins?: PinnedPlugins
}

export type ParsedOptions =
  | { readonly ok: true; readonly options: HookOptions }
  | { readonly ok: false; readonly reason: string }

/**
 * `<host> --contract <file> [--plugins <file> [--plugins-hash <hex>]] [--shadow] [--fail-open]`; `--host <name>` may
 * stand for the first word.
 */
export function parseHookOptions(argv: readonly string[], cwd: string): ParsedOptions {
  let name: string | undefined
  let contract: string | undefined
  let plugins: string | undefined
  let hash: string | undefined
  let mode: Mode = 'enforce'
  let failsOpen = false
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index]!
    if (word === '--contract' || word === '-c') contract = argv[(index += 1)]
    else if (word === '--plugins') plugins = argv[(index += 1)] ?? ''
    else if (word === '--plugins-hash') hash = argv[(index += 1)] ?? ''
    else if (word === '--host') name = argv[(index += 1)]
    else if (word === '--shadow') mode = 'shadow'
    else if (word === '--fail-open') failsOpen = true
    else if (name === undefined && !word.startsWith('-')) name = word
    else return { ok: false, reason: `\`${word}\` is not an option of a hook` }
  }
  const host = name === undefined ? undefined : hostNamed(name)
  if (host === undefined)
    return { ok: false, reason: `name a host: ${HOOK_HOSTS.map((each) => each.name).join(', ')}` }
  if (contract === undefined || contract === '')
    return { ok: false, reason: 'say which contract: --contract <file>' }
  if (plugins === '' || hash === '' || (hash !== undefined && plugins === undefined))
    return { ok: false, reason: 'say which file: --plugins <file> [--plugins-hash <hex>]' }
  const absolute = (file: string) => (isAbsolute(file) ? file : join(cwd, file))
  const pin = plugins === undefined ? {} : { plugins: { file: absolute(plugins), ...(hash && { hash }) } }
  return { ok: true, options: { host, contractFile: absolute(contract), mode, failsOpen, ...pin } }
}
