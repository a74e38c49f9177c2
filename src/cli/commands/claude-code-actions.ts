import { dirname, resolve } from 'node:path'
import { HoldfastError } from '../../kit/errors.ts'
import { didYouMean } from '../../kit/nearest-name.ts'
import {
  drill,
  findInstallations,
  HOOK_HOSTS,
  hostNamed,
  installHook,
  pinned,
  pinnedWords,
  uninstallHook,
  type DrillResult,
  type HookHost,
  type Installation,
  type PinnedPlugins,
  type Scope,
} from '../../hooks/index.ts'
import { configIn } from '../../plugins/index.ts'
import type { OptionSpec, OptionValues } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { paintFor, shown } from '../paint.ts'
import { printProblems } from '../problems.ts'

export const SCOPE_OPTIONS: readonly OptionSpec[] = [
  { flags: '--project', summary: "the project's settings, shared with everybody who works on it (default)" },
  {
    flags: '--local',
    summary: 'the settings of this project on this machine only, where the agent has such a file',
  },
  { flags: '--user', summary: 'your own settings, for every project' },
]

export const INSTALL_OPTIONS: readonly OptionSpec[] = [
  { flags: '-c, --contract <file>', summary: 'the contract to enforce' },
  {
    flags: '--plugins <file>',
    summary: 'a file with plugins that the hook may run, in place of a holdfast.config beside the contract',
  },
  { flags: '--no-plugins', summary: 'let the hook run no such file' },
  ...SCOPE_OPTIONS,
  { flags: '--force', summary: 'take the place of an installation with another contract' },
  { flags: '--shadow', summary: 'judge and record, but never stop anything' },
  { flags: '--fail-open', summary: 'let through what cannot be judged; without it, that is blocked' },
]

export function hostCalled(name: string | undefined): HookHost {
  const names = HOOK_HOSTS.map((host) => host.name)
  if (name === undefined) throw new HoldfastError('HF_USAGE', `name the coding agent: ${names.join(', ')}`)
  const host = hostNamed(name)
  if (host === undefined)
    throw new HoldfastError(
      'HF_USAGE',
      `there is no hook for \`${name}\``,
      didYouMean(name, names) ?? names.join(', '),
    )
  return host
}

export async function install(host: HookHost, options: OptionValues, io: CliIo): Promise<ExitCode> {
  const contract = options['contract']
  if (typeof contract !== 'string')
    throw new HoldfastError('HF_USAGE', 'no contract is named', 'add `--contract <file>`')
  const contractFile = resolve(io.cwd, contract)
  const plugins = pluginsFor(options, contractFile, io)
  const result = installHook({
    host,
    scope: scopeIn(options),
    contractFile,
    ...(plugins === undefined ? {} : { plugins, vocabulary: await pinnedWords(plugins) }),
    mode: options['shadow'] === true ? 'shadow' : 'enforce',
    failsOpen: options['failOpen'] === true,
    force: options['force'] === true,
    cwd: io.cwd,
    env: io.env,
    program: process.execPath,
    nowMs: io.nowMs(),
  })
  printProblems(io, result.read.problems, result.read.sources)
  if (result.outcome === 'bad-contract') {
    io.err(`nothing was installed, because the contract does not load\n`)
    return 2
  }
  const paint = paintFor(io)
  const word = { installed: 'installed', replaced: 'replaced', unchanged: 'already installed' }[
    result.outcome
  ]
  io.out(`${paint.green(word)}  ${host.title}: ${result.file}\n`)
  io.out(`  contract  ${contractFile}\n`)
  if (plugins !== undefined) io.out(`  plugins   ${plugins.file}, and only with the text it has now\n`)
  if (result.backup !== undefined) io.out(`  backup    ${result.backup}\n`)
  if (host.settings.after !== undefined) io.out(`  note      ${host.settings.after}\n`)
  // shows at once that it works, and fills the caches before the first call of the agent
  const written = findInstallations({ cwd: io.cwd, env: io.env }, [host]).filter(
    ({ file }) => file === result.file,
  )
  for (const installation of written)
    for (const drilledOnce of await drilled(installation, io))
      io.out(`  drill     ${sentenceOf(drilledOnce, paint)}\n`)
  return 0
}

/** Decided once, by the person who installs; a hook itself looks for nothing. */
function pluginsFor(
  { plugins }: OptionValues,
  contractFile: string,
  { cwd }: CliIo,
): PinnedPlugins | undefined {
  if (plugins === false) return undefined
  const file = typeof plugins === 'string' ? resolve(cwd, plugins) : configIn(dirname(contractFile))
  return file === undefined ? undefined : pinned(file)
}

export async function uninstall(host: HookHost, options: OptionValues, io: CliIo): Promise<ExitCode> {
  const { outcome, file } = uninstallHook({ host, scope: scopeIn(options), cwd: io.cwd, env: io.env })
  const sentence = {
    restored: 'restored as it was',
    removed: 'removed; other changes to the file were kept',
    absent: 'not installed',
  }[outcome]
  io.out(`${sentence}  ${host.title}: ${file}\n`)
  return 0
}

/** Where hooks are installed and, for each, whether a call that must be refused really is. */
export async function examine(
  hosts: readonly HookHost[],
  io: CliIo,
  { json = false }: { readonly json?: boolean } = {},
): Promise<ExitCode> {
  const found = findInstallations({ cwd: io.cwd, env: io.env }, hosts)
  const installed = found.filter(({ entries, problem }) => entries.length > 0 || problem !== undefined)
  const reports: Report[] = []
  for (const installation of installed)
    for (const result of await drilled(installation, io)) reports.push({ installation, result })
  if (json) {
    io.out(`${JSON.stringify(reports.map(asJson), undefined, 2)}\n`)
  } else if (reports.length === 0) {
    io.out('no hook is installed here\n  hint: holdfast claude-code install --contract <file>\n')
  } else for (const report of reports) print(report, io)
  if (reports.some(({ result }) => result.outcome === 'let-through')) return 1
  return reports.length > 0 && reports.every(({ result }) => result.outcome === 'blocked') ? 0 : 3
}

interface Report {
  readonly installation: Installation
  readonly result: DrillResult
}

/** One drill for each entry that would hear of a call; when none would, calls pass unheard. */
async function drilled(
  { host, entries, problem, isSwitchedOff }: Installation,
  io: CliIo,
): Promise<readonly DrillResult[]> {
  if (problem !== undefined) return [{ outcome: 'not-drilled', detail: problem }]
  const call = { tool: 'Bash', args: {} }
  if (isSwitchedOff) return [{ outcome: 'let-through', call, detail: 'the file says `disableAllHooks`' }]
  const listening = entries.filter(({ event }) => event === host.announces)
  if (listening.length === 0)
    return [{ outcome: 'let-through', call, detail: `there is no entry for \`${host.announces}\`` }]
  const results: DrillResult[] = []
  for (const entry of listening) results.push(await drilledEntry(host, entry, io))
  return results
}

async function drilledEntry(
  host: HookHost,
  entry: Installation['entries'][number],
  io: CliIo,
): Promise<DrillResult> {
  try {
    const vocabulary = entry.plugins && (await pinnedWords(entry.plugins))
    const world = { env: io.env, cwd: io.cwd, nowMs: io.nowMs() }
    return drill(host, entry, vocabulary === undefined ? world : { ...world, vocabulary })
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error
    return { outcome: 'not-drilled', detail: error.message }
  }
}

function asJson({
  installation: { host, scope, file, entries, missing },
  result,
}: Report): Record<string, unknown> {
  return {
    host: host.name,
    scope,
    file,
    contract: entries[0]?.contractFile,
    missingEvents: missing,
    ...result,
  }
}

function print({ installation, result }: Report, io: CliIo): void {
  const paint = paintFor(io)
  const { host, scope, file, entries, missing } = installation
  io.out(`${paint.bold(host.title)} (${scope})  ${file}\n`)
  for (const contract of new Set(entries.map(({ contractFile }) => contractFile)))
    io.out(`  contract  ${contract}\n`)
  if (entries.some(({ failsOpen }) => failsOpen))
    io.out(`  ${paint.yellow('fails open: what cannot be judged passes')}\n`)
  if (entries.length > 0 && missing.length > 0)
    io.out(`  ${paint.yellow(`not told of: ${missing.join(', ')}`)}  (install again to add them)\n`)
  io.out(`  drill     ${sentenceOf(result, paint)}\n`)
}

function sentenceOf(result: DrillResult, paint: ReturnType<typeof paintFor>): string {
  switch (result.outcome) {
    case 'blocked':
      return `${paint.green('blocked')}  ${called(result.call)}  ${shown(result.reason)}`
    case 'let-through':
      return `${paint.red('LET THROUGH')}  ${called(result.call)}  ${shown(result.detail)}`
    case 'cannot-judge':
      return `${paint.red('cannot judge')}  ${called(result.call)}  ${shown(result.detail)}`
    case 'not-drilled':
      return `${paint.yellow('not drilled')}  ${shown(result.detail)}`
  }
}

function called({ tool, args }: { readonly tool: string; readonly args: object }): string {
  return shown(`${tool} ${JSON.stringify(args)}`, 60)
}

function scopeIn(options: OptionValues): Scope {
  const chosen = (['project', 'local', 'user'] as const).filter((scope) => options[scope] === true)
  if (chosen.length > 1)
    throw new HoldfastError(
      'HF_USAGE',
      `--${chosen.join(' and --')} exclude each other`,
      'install once for each',
    )
  return chosen[0] ?? 'project'
}
