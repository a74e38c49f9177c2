import type { Call, ProgramHandler, ProgramTable, Shell } from '../call.ts'
import { text, type Text } from '../text.ts'
import { OTHER, runCode } from './code.ts'
import { filters } from './filters.ts'
import { prefixes } from './prefixes.ts'
import { runSshSettings } from './remote.ts'

/** Runs the command an option holds, either attached (`--x=cmd`) or as the next word. */
function optionHandler(attached: RegExp, separate: ReadonlySet<string> | RegExp): ProgramHandler {
  const isSeparate = (word: string) => (separate instanceof RegExp ? separate.test(word) : separate.has(word))
  return (call, shell) => {
    for (const [at, arg] of call.args.entries()) {
      const found = attached.exec(arg.value)
      if (found !== null) run(text(arg.value.slice(found[0].length), arg.from), call, shell)
      if (isSeparate(arg.value) && call.args[at + 1] !== undefined) run(call.args[at + 1]!, call, shell)
    }
    return undefined
  }
}

function run(script: Text, call: Call, shell: Shell): void {
  shell.runScript(script, call.scope, call.id)
}

const NEVER = /^(?!)/u

/** What a program starts besides, before what it does anyway. */
function before(first: ProgramHandler, then: ProgramHandler): ProgramHandler {
  return (call, shell) => {
    first(call, shell)
    return then(call, shell)
  }
}

const overSsh: ProgramHandler = (call, shell) => {
  runSshSettings(call, shell)
  return optionHandler(NEVER, new Set(['-S']))(call, shell)
}

/** Clients of databases start what follows `\!`, `.shell` or `system`. */
const database: ProgramHandler = (call, shell) => {
  const texts = [...call.args, ...(call.scope.stdin === undefined ? [] : [call.scope.stdin])]
  for (const one of texts)
    for (const line of one.value.split('\n')) {
      const found = /^\s{0,8}(?:\\!|\.shell|\.system|system)\s/u.exec(line)
      if (found !== null) run(text(line.slice(found[0].length), one.from), call, shell)
    }
  return undefined
}

/** Lines of the input or words of the command that begin with `!` go to a shell: `ed`, `ftp`, `less +!…`. */
const escapes: ProgramHandler = (call, shell) => {
  const texts = [...call.args, ...(call.scope.stdin === undefined ? [] : [call.scope.stdin])]
  for (const one of texts)
    for (const line of one.value.split('\n')) {
      const found = /^\s{0,8}\+?:?!(?=.)/u.exec(line)
      if (found !== null) run(text(line.slice(found[0].length), one.from), call, shell)
    }
  return undefined
}

/** Editors run what follows `!`, and what their own language hands to `system`. */
const editor: ProgramHandler = (call, shell) => {
  for (const arg of call.args) {
    const found = /^[:+]{0,2}(?:(?:silent|sil|exe|execute)!?\s)?!/u.exec(arg.value)
    if (found !== null) run(text(arg.value.slice(found[0].length), arg.from), call, shell)
    else if (/\b(?:system|term_start|jobstart)\b/u.test(arg.value)) runCode(arg, OTHER, call, shell)
  }
  return escapes(call, shell)
}

/** `socat - EXEC:'command'`. */
const addresses: ProgramHandler = (call, shell) => {
  for (const arg of call.args) {
    const found = /^(?:exec|system|shell):/iu.exec(arg.value)
    if (found !== null)
      run(text(arg.value.slice(found[0].length).split(/,(?=\w+(?:=|$|,))/u)[0]!, arg.from), call, shell)
  }
  return undefined
}

/** A file is looked through once, however many programs read it. */
function unreadBefore(path: string, shell: Shell): Text | undefined {
  const content = shell.readFile(path)
  const key = `read ${path}`
  if (content === undefined || shell.memory.get(key)?.[0]?.words[0]?.value === content.value) return undefined
  shell.memory.set(key, [{ words: [content] }])
  return content
}

/** Commands in a `package.json` that is written in the same line, or set by `npm pkg set`. */
function runPackageScripts(call: Call, shell: Shell): void {
  const scope = { ...call.scope, certain: false }
  const content = unreadBefore('package.json', shell)
  // read by eye: the file need not be valid for npm to run a part of it
  for (const found of content?.value.matchAll(
    /"[^"\n]{1,200}"\s{0,8}:\s{0,8}"((?:[^"\\\n]|\\.){1,1000})"/gu,
  ) ?? [])
    shell.runScript(text(found[1]!.replaceAll(/\\(["\\])/gu, '$1'), content!.from), scope, call.id)
  for (const arg of call.args) {
    const found = /^scripts\.[^=]{1,200}=/u.exec(arg.value)
    if (found !== null) shell.runScript(text(arg.value.slice(found[0].length), arg.from), scope, call.id)
  }
  if (call.args[0]?.value === 'set-script' && call.args[2] !== undefined)
    shell.runScript(call.args[2], scope, call.id)
}

const packageScripts: ProgramHandler = (call, shell) => {
  runPackageScripts(call, shell)
  return undefined
}

/** Recipes of a makefile that is written in the same line, in the folder `-C` names. */
const make: ProgramHandler = (call, shell) =>
  shell.memory.isolate(() => {
    const folder = valueAfter(call, '-C')
    if (folder !== undefined) shell.runWords([text('cd'), folder], call.scope)
    for (const content of makefiles(call, shell))
      for (const line of content.value.split('\n')) {
        const recipe = recipeIn(line)
        if (recipe !== undefined) run(text(recipe, content.from), call, shell)
      }
    for (const source of [...call.args, ...makefiles(call, shell)]) {
      const at = source.value.indexOf('$(shell ')
      if (at >= 0) run(text(source.value.slice(at + 8).split(')')[0]!, source.from), call, shell)
    }
    return undefined
  })

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile', 'justfile', 'Justfile', '.justfile']

/** What make reads: the file it is told, else the one that is there, and what `--eval` says. */
function makefiles(call: Call, shell: Shell): readonly Text[] {
  const evaluated = optionValues(call, /^(?:--eval|-E)(?:=|$)/u)
  const named = optionValues(call, /^(?:-f|--file=|--makefile=|--file$|--makefile$|--justfile$)/u)
  const contents =
    named.length === 0
      ? MAKEFILES.map((file) => shell.readFile(file))
      : named.map(({ value }) => (STDIN.has(value) ? call.scope.stdin : shell.readFile(value)))
  return [...evaluated, ...contents.filter((content) => content !== undefined)]
}

const STDIN = new Set(['-', '/dev/stdin', '/dev/fd/0'])

/** The values of an option, attached or as the next word. */
function optionValues(call: Call, option: RegExp): readonly Text[] {
  return call.args.flatMap((arg, at) => {
    const found = option.exec(arg.value)
    if (found === null) return []
    const attached = arg.value.slice(found[0].length)
    if (attached !== '') return [text(attached, arg.from)]
    return call.args[at + 1] === undefined ? [] : [call.args[at + 1]!]
  })
}

/** The command on a line of a makefile: behind a tab, behind `target: ;`, or behind `NAME !=`. */
function recipeIn(line: string): string | undefined {
  const tab = line.indexOf('\t')
  const found =
    tab >= 0
      ? null
      : (/^[^:#=]{1,200}:[^;=]{0,200};/u.exec(line) ?? /^\s{0,8}[\w.-]{1,100}\s{0,8}!=/u.exec(line))
  if (tab < 0 && found === null) return undefined
  return line.slice(tab >= 0 ? tab : found![0].length).replace(/^\s{0,8}[-@+]{0,3}/u, '')
}

function valueAfter(call: Call, option: string): Text | undefined {
  const at = call.args.findIndex((arg) => arg.value === option)
  return at < 0 ? undefined : call.args[at + 1]
}

/** Tcl and expect start programs by commands of their own. */
const tcl: ProgramHandler = (call, shell) => {
  const source = valueAfter(call, '-c') ?? call.scope.stdin
  for (const line of source?.value.split(/[\n;]/u) ?? []) {
    const found = /^\s{0,8}(?:exec|spawn|system)\s/u.exec(line)
    if (found !== null) run(text(line.slice(found[0].length), source!.from), call, shell)
  }
  return undefined
}

/** `rimraf` is `rm -rf` under another name. */
const rimraf: ProgramHandler = (call, shell) => {
  shell.runsLike('rm', [text('-r'), text('-f'), ...call.args], call.scope)
  return text('', [call.id])
}

/** Ordinary programs that have an option, or a way, to start a command. */
export const commandOptions: ProgramTable = {
  tar: optionHandler(
    /^(?:--checkpoint-action=|)exec=|^--(?:to-command|use-compress-program|info-script|new-volume-script|rsh-command|rmt-command)=/u,
    new Set(['-I', '-F', '--to-command', '--use-compress-program', '--info-script', '--rsh-command']),
  ),
  bsdtar: optionHandler(/^--use-compress-program=/u, new Set(['--use-compress-program'])),
  cpio: optionHandler(/^--rsh-command=/u, new Set(['--rsh-command'])),
  rsync: optionHandler(/^--(?:rsh|rsync-path)=/u, /^(?:-[a-zA-Z]*e|--rsh|--rsync-path)$/u),
  split: optionHandler(/^--filter=/u, new Set(['--filter'])),
  sort: before(optionHandler(/^--compress-program=/u, new Set(['--compress-program'])), filters['sort']!),
  nc: optionHandler(NEVER, new Set(['-e', '-c'])),
  ncat: optionHandler(/^--(?:sh-exec|exec)=/u, new Set(['-e', '-c', '--sh-exec', '--exec'])),
  netcat: optionHandler(NEVER, new Set(['-e', '-c'])),
  socat: addresses,
  ed: escapes,
  ex: editor,
  vi: editor,
  vim: editor,
  nvim: editor,
  view: editor,
  less: before(escapes, filters['less']!),
  more: before(escapes, filters['more']!),
  ftp: escapes,
  telnet: escapes,
  gnuplot: editor,
  zip: optionHandler(/^--unzip-command=/u, new Set(['-TT'])),
  man: optionHandler(/^(?:--pager=|--html=|-[PH](?=.))/u, new Set(['-P'])),
  scp: overSsh,
  sftp: overSsh,
  psql: database,
  mysql: database,
  mariadb: database,
  sqlite3: database,
  make,
  gmake: make,
  tclsh: tcl,
  expect: tcl,
  rimraf,
  'del-cli': rimraf,
  just: make,
  npm: before(packageScripts, prefixes['npm']!),
  pnpm: before(packageScripts, prefixes['pnpm']!),
  yarn: before(packageScripts, prefixes['yarn']!),
}
