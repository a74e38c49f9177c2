import type { Call, ProgramHandler, ProgramTable, Shell } from '../call.ts'
import { text, type Text } from '../text.ts'

/** Runs the command an option holds, either attached (`--x=cmd`) or as the next word. */
function optionHandler(attached: RegExp, separate: ReadonlySet<string>): ProgramHandler {
  return (call, shell) => {
    for (const [at, arg] of call.args.entries()) {
      const found = attached.exec(arg.value)
      if (found !== null) run(text(arg.value.slice(found[0].length), arg.from), call, shell)
      if (separate.has(arg.value) && call.args[at + 1] !== undefined) run(call.args[at + 1]!, call, shell)
    }
    return undefined
  }
}

function run(script: Text, call: Call, shell: Shell): void {
  shell.runScript(script, call.scope, call.id)
}

const NEVER = /^(?!)/u

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

/** Recipes of a makefile that is written in the same line, in the folder `-C` names. */
const make: ProgramHandler = (call, shell) =>
  shell.memory.isolate(() => {
    const folder = valueAfter(call, '-C')
    if (folder !== undefined) shell.runWords([text('cd'), folder], call.scope)
    const file = (valueAfter(call, '-f') ?? valueAfter(call, '--file'))?.value ?? 'Makefile'
    const content = file === '-' || file === '/dev/stdin' ? call.scope.stdin : shell.readFile(file)
    for (const line of content?.value.split('\n') ?? []) {
      const tab = line.indexOf('\t')
      if (tab >= 0) run(text(line.slice(tab).replace(/^\s[-@+]{0,3}/u, ''), content!.from), call, shell)
    }
    for (const source of [...call.args, ...(content === undefined ? [] : [content])]) {
      const at = source.value.indexOf('$(shell ')
      if (at >= 0) run(text(source.value.slice(at + 8).split(')')[0]!, source.from), call, shell)
    }
    return undefined
  })

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
    /^--(?:checkpoint-action=exec|to-command|use-compress-program|info-script|rsh-command)=/u,
    new Set(['-I', '-F']),
  ),
  rsync: optionHandler(/^--(?:rsh|rsync-path)=/u, new Set(['-e', '--rsh'])),
  zip: optionHandler(/^--unzip-command=/u, new Set(['-TT'])),
  man: optionHandler(/^--pager=/u, new Set(['-P'])),
  scp: optionHandler(NEVER, new Set(['-S'])),
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
}
