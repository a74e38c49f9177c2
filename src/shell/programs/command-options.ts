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

/** Recipes of a makefile that is written in the same line. */
const make: ProgramHandler = (call, shell) => {
  const at = call.args.findIndex((arg) => arg.value === '-f' || arg.value === '--file')
  const file = at < 0 ? 'Makefile' : (call.args[at + 1]?.value ?? '')
  const content = file === '-' || file === '/dev/stdin' ? call.scope.stdin : shell.readFile(file)
  for (const line of content?.value.split('\n') ?? []) {
    const isRecipe = line.startsWith('\t') || line.includes('\t')
    if (isRecipe)
      run(text(line.slice(line.indexOf('\t')).replace(/^\s[-@+]{0,3}/u, ''), content!.from), call, shell)
    const shellAt = line.indexOf('$(shell ')
    if (shellAt >= 0) run(text(line.slice(shellAt + 8).replace(/\)[^)]*$/u, '')), call, shell)
  }
  for (const arg of call.args) {
    const shellAt = arg.value.indexOf('$(shell ')
    if (shellAt >= 0) run(text(arg.value.slice(shellAt + 8).replace(/\)[^)]*$/u, ''), arg.from), call, shell)
  }
  return undefined
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
}
