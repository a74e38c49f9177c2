import type { Call, ProgramHandler, ProgramTable, Shell } from '../call.ts'
import { wordsOf } from '../fields.ts'
import { DEEP_FOLDER, LISTED_NAME } from '../paths.ts'
import { SOME_NAME } from '../symbols.ts'
import { EMPTY, join, text, unknownText, type Text } from '../text.ts'
import { readOptions } from './option-words.ts'

const GLOBAL = { values: 'Cc', longValues: ['git-dir', 'work-tree', 'namespace', 'exec-path', 'config-env'] }
const RUN_BY_CONFIG =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy)|sequence\.editor|pager\.\w+|diff\.external|gpg\.(?:\w+\.)?program|interactive\.difffilter|sendemail\.\w+cmd|uploadpack\.packobjectshook|(?:credential\.(?:.*\.)?helper)|(?:mergetool|difftool|man|browser|guitool)\..*\.cmd|(?:diff\..*\.(?:command|textconv))|(?:merge\..*\.driver)|(?:filter\..*\.(?:clean|smudge|process))|(?:remote\..*\.(?:uploadpack|receivepack)))$/iu
/** Options whose value is a command, by sub-command. */
const RUN_BY_OPTION: Readonly<Record<string, RegExp>> = {
  rebase: /^(?:-x|--exec)$/u,
  'filter-branch': /^--(?:tree|index|msg|env|commit|parent|tag-name)-filter$/u,
  difftool: /^(?:-x|--extcmd)$/u,
  fetch: /^--upload-pack$/u,
  pull: /^--upload-pack$/u,
  clone: /^(?:-u|--upload-pack)$/u,
  'ls-remote': /^(?:--upload-pack|--exec)$/u,
  push: /^(?:--receive-pack|--exec)$/u,
  archive: /^--exec$/u,
  grep: /^(?:-O|--open-files-in-pager)$/u,
  'send-email': /^--(?:sendmail|to|cc|header)-cmd$/u,
}
/** A transport that starts what follows it. */
const RUNS_REMOTE = 'ext::'

/** `-c name=value` pairs in front of the sub-command. */
function settings(args: readonly Text[]): readonly (readonly [string, Text])[] {
  const found: [string, Text][] = []
  for (let at = 0; at + 1 < args.length; at += 1) {
    if (args[at]!.value !== '-c') continue
    const { value, from } = args[at + 1]!
    const equals = value.indexOf('=')
    if (equals > 0) found.push([value.slice(0, equals), text(value.slice(equals + 1), from)])
  }
  return found
}

const git: ProgramHandler = (call, shell) => {
  const [subcommand, ...rest] = readOptions(call.args, GLOBAL).rest
  for (const [name, value] of settings(call.args)) {
    if (RUN_BY_CONFIG.test(name))
      shell.runScript(withoutBang(value), { ...call.scope, certain: false }, call.id)
    if (name.startsWith('alias.')) setAlias(name.slice(6), value, shell)
  }
  for (const { value } of call.args) {
    const found = /^--config-env=alias\.([^=]+)=(\w+)$/u.exec(value)
    if (found !== null)
      setAlias(found[1]!, shell.variable(found[2]!)?.words[0] ?? unknownText([call.id]), shell)
  }
  if (subcommand === undefined) return EMPTY
  // hooks that are looked for where there are none are hooks passed over
  if (hasNoHooks(shell)) shell.runsLike('git', [...call.args, text('--no-verify')], call.scope)
  const alias = shell.memory.get(`git ${subcommand.value}`)?.[0]?.words[0]
  if (alias !== undefined) return runAlias(alias, subcommand.value, rest, call, shell)
  return runSubcommand(subcommand.value, rest, call, shell)
}

const HOOKS_OFF = 'git hooks'
const MOST_SETTINGS = 4

function hasNoHooks(shell: Shell): boolean {
  if (shell.memory.get(HOOKS_OFF) !== undefined) return true
  for (let at = 0; at < MOST_SETTINGS; at += 1) {
    const name = shell.variable(`GIT_CONFIG_KEY_${at}`)?.words[0]?.value
    if (name === undefined) return false
    if (
      /^core\.hookspath$/iu.test(name) &&
      isNowhere(shell.variable(`GIT_CONFIG_VALUE_${at}`)?.words[0]?.value)
    )
      return true
  }
  return false
}

function isNowhere(folder: string | undefined): boolean {
  return folder === '' || folder === '/dev/null'
}

function setAlias(name: string, value: Text, shell: Shell): void {
  shell.memory.set(`git ${name}`, [{ words: [value] }])
}

function withoutBang(value: Text): Text {
  return value.value.startsWith('!') ? text(value.value.slice(1), value.from) : value
}

function runAlias(alias: Text, name: string, rest: readonly Text[], call: Call, shell: Shell): Text {
  return shell.memory.isolate(() => {
    // git does not expand an alias inside itself
    shell.memory.set(`git ${name}`, undefined)
    if (alias.value.startsWith('!'))
      return shell.runScript(join([withoutBang(alias), ...rest], ' '), call.scope, call.id)
    return shell.runWords([text('git'), ...wordsOf(alias), ...rest], call.scope)
  })
}

function runSubcommand(
  subcommand: string,
  rest: readonly Text[],
  call: Call,
  shell: Shell,
): Text | undefined {
  const words = rest.map((word) => word.value)
  if (subcommand === 'config') {
    const hooks = words.findIndex((word) => /^core\.hookspath$/iu.test(word))
    if (hooks >= 0 && isNowhere(words[hooks + 1])) shell.memory.set(HOOKS_OFF, [{ words: [EMPTY] }])
    const at = words.findIndex((word) => word.startsWith('alias.'))
    if (at >= 0 && rest[at + 1] !== undefined) setAlias(words[at]!.slice(6), rest[at + 1]!, shell)
  }
  if (subcommand === 'bisect' && words[0] === 'run') return shell.runWords(rest.slice(1), call.scope)
  if (subcommand === 'for-each-repo')
    shell.runWords([text('git'), ...readOptions(rest, { longValues: ['config'] }).rest], call.scope)
  if (subcommand === 'submodule') {
    const at = words.indexOf('foreach')
    const script = at < 0 ? [] : rest.slice(at + 1).filter((word) => !word.value.startsWith('--'))
    if (script.length > 0) return shell.runScript(join(script, ' '), call.scope, call.id)
  }
  runOptions(subcommand, rest, call, shell)
  return printed(subcommand, words, call.id)
}

function runOptions(subcommand: string, rest: readonly Text[], call: Call, shell: Shell): void {
  const isCommand = Object.hasOwn(RUN_BY_OPTION, subcommand) ? RUN_BY_OPTION[subcommand] : undefined
  for (const [at, { value, from }] of rest.entries()) {
    if (value.startsWith(RUNS_REMOTE))
      shell.runScript(text(value.slice(RUNS_REMOTE.length), from), call.scope, call.id)
    if (isCommand === undefined || !value.startsWith('-')) continue
    const [name = '', ...attached] = value.startsWith('--') ? value.split('=') : [value.slice(0, 2)]
    if (!isCommand.test(name)) continue
    const inline = value.startsWith('--') ? attached.join('=') : value.slice(2)
    const script = inline === '' ? (rest[at + 1] ?? EMPTY) : text(inline, from)
    shell.runScript(script, call.scope, call.id)
  }
}

function printed(subcommand: string, words: readonly string[], id: number): Text | undefined {
  if (subcommand === 'rev-parse')
    return text(
      words.some((word) => /show-toplevel|git-dir|absolute/u.test(word)) ? DEEP_FOLDER : SOME_NAME,
      [id],
    )
  const listsFiles = subcommand === 'ls-files' || subcommand === 'ls-tree' || words.includes('--name-only')
  if (listsFiles || subcommand === 'status') return text(LISTED_NAME, [id])
  if (
    /^(?:branch|tag|describe|for-each-ref|rev-list|remote|merge-base|symbolic-ref|hash-object|worktree)$/u.test(
      subcommand,
    )
  )
    return text(LISTED_NAME, [id])
  return undefined
}

/** Git and the commands it starts on its own. */
export const gitPrograms: ProgramTable = { git }
