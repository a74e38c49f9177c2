import { HoldfastError } from '../../kit/errors.ts'
import type { HookCommand, HostSettings } from '../host.ts'
import type { PinnedPlugins } from '../pinned-plugins.ts'
import { ensured, inserted, nodeAt, removed } from './edit.ts'
import { JsonTextError, parseJsonText, valueOf, type JsonNode } from './jsonc.ts'

/** An entry of ours as it stands in a settings file. */
export interface InstalledEntry {
  readonly event: string
  readonly contractFile: string
  readonly plugins?: PinnedPlugins
  readonly failsOpen: boolean
  /** The command as the host would run it. */
  readonly run: { readonly program: string; readonly args: readonly string[] } | { readonly line: string }
}

/** The text with our entries added; a file that cannot be read is refused and left alone. */
export function withEntries(
  file: string,
  text: string,
  settings: HostSettings,
  command: HookCommand,
): string {
  let result = readable(file, text.trim() === '' ? `${JSON.stringify(settings.top)}\n` : text)
  for (const [key, value] of Object.entries(settings.top)) result = ensured(result, [key], value)
  for (const event of settings.events) {
    result = ensured(result, ['hooks', event], [])
    const list = nodeAt(parseJsonText(result), ['hooks', event])
    if (list?.kind !== 'array')
      throw new HoldfastError(
        'HF_INVALID_FILE',
        `\`${file}\`: \`hooks.${event}\` must be a list`,
        'nothing was changed',
      )
    result = inserted(result, list, settings.entry(event, command))
  }
  return result
}

/** The text without our entries, and without the lists that held nothing else. */
export function withoutEntries(file: string, text: string): string {
  let result = readable(file, text)
  for (;;) {
    const found = findOurs(result)
    if (found === undefined) return result
    result = found
  }
}

function findOurs(text: string): string | undefined {
  const root = parseJsonText(text)
  const hooks = nodeAt(root, ['hooks'])
  if (root.kind !== 'object' || hooks?.kind !== 'object') return undefined
  for (const member of hooks.members) {
    if (member.value.kind !== 'array') continue
    const item = member.value.items.find(({ value }) => commandIn(value) !== undefined)
    if (item === undefined) continue
    const shared = nodeAt(item.value, ['hooks'])
    // somebody put a handler of their own beside ours
    if (shared?.kind === 'array' && shared.items.length > 1)
      return removed(
        text,
        shared,
        shared.items.find(({ value }) => commandIn(value) !== undefined)!,
      )
    if (member.value.items.length > 1) return removed(text, member.value, item)
    if (hooks.members.length > 1) return removed(text, hooks, member)
    return removed(
      text,
      root,
      root.members.find(({ value }) => value === hooks)!,
    )
  }
  return undefined
}

export function entriesIn(file: string, text: string): readonly InstalledEntry[] {
  if (text.trim() === '') return []
  const hooks = nodeAt(parseJsonText(readable(file, text)), ['hooks'])
  if (hooks?.kind !== 'object') return []
  return hooks.members.flatMap(({ key, value }) =>
    value.kind === 'array'
      ? value.items.flatMap((item) => {
          const command = commandIn(item.value)
          return command === undefined ? [] : [{ event: key, ...command }]
        })
      : [],
  )
}

/** Ours is what starts `hook.cjs` with a contract, wherever in the entry the host keeps its command. */
function commandIn(node: JsonNode): Omit<InstalledEntry, 'event'> | undefined {
  const value = valueOf(node)
  const handlers = isRecord(value) && Array.isArray(value['hooks']) ? (value['hooks'] as unknown[]) : [value]
  for (const handler of handlers) {
    if (!isRecord(handler) || typeof handler['command'] !== 'string') continue
    const line = handler['command']
    const args = Array.isArray(handler['args']) ? handler['args'].map(String) : undefined
    const words = args ?? wordsOfLine(line)
    const behind = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined)
    if (!words.includes('--contract') || !words.some((word) => /(^|[/\\])hook\.cjs$/u.test(word))) continue
    return {
      contractFile: behind('--contract') ?? '',
      ...pluginsOf(behind('--plugins'), behind('--plugins-hash')),
      failsOpen: words.includes('--fail-open'),
      run: args === undefined ? { line } : { program: line, args },
    }
  }
  return undefined
}

function pluginsOf(file: string | undefined, hash: string | undefined): Pick<InstalledEntry, 'plugins'> {
  return file === undefined ? {} : { plugins: { file, ...(hash !== undefined && { hash }) } }
}

/** Reads back the quoting of `commandLine`. */
function wordsOfLine(line: string): readonly string[] {
  return [...line.matchAll(/'((?:[^']|'\\'')*)'|"([^"]*)"|([^\s'"]+)/gu)].map(
    ([, single, double, bare]) => single?.replaceAll(`'\\''`, `'`) ?? double ?? bare ?? '',
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readable(file: string, text: string): string {
  try {
    const root = parseJsonText(text)
    if (root.kind === 'object') return text
    throw new JsonTextError(text, root.start, 'settings must be an object')
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `\`${file}\` line ${error.line}, column ${error.column}: ${error.message}`,
      'repair the file first; nothing was changed in it',
    )
  }
}
