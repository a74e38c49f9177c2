import type { Scope, Shell } from '../call.ts'
import { text, type Text } from '../text.ts'

const RUNS_AT_START = /^(?:BASH_ENV|ENV)$/u
const RUNS_AS_COMMAND =
  /(?:_COMMAND|EDITOR|PAGER|BROWSER|_ASKPASS|_RSH)$|^(?:VISUAL|GIT_EXTERNAL_DIFF|GIT_SSH|LESSOPEN|LESSCLOSE|LESSEDIT|FCEDIT|GIT_CONFIG_VALUE_\d{1,3})$/u
const RUNS_AS_PROMPT = /^PS[0124]$/u
const HOLDS_OPTIONS: Readonly<Record<string, string>> = {
  TAR_OPTIONS: 'tar',
  MAKEFLAGS: 'make',
  GNUMAKEFLAGS: 'make',
  PERL5OPT: 'perl',
}

/** Variables whose value some program will run, whoever it is that sees them. */
export function runByName(name: string, value: Text, scope: Scope, by: number, shell: Shell): void {
  if (RUNS_AT_START.test(name)) {
    const content = shell.readFile(value.value)
    if (content !== undefined) shell.runScript(content, scope, by)
    return
  }
  const maybe = { ...scope, certain: false }
  if (RUNS_AS_COMMAND.test(name))
    // `|` in front of a filter and `!` in front of an alias are not part of the command
    shell.runScript(text(value.value.replace(/^[|!-]{1,3}/u, ''), value.from), maybe, by)
  else if (RUNS_AS_PROMPT.test(name)) runSubstitutions(value, maybe, by, shell)
  else if (Object.hasOwn(HOLDS_OPTIONS, name))
    shell.runScript(text(`${HOLDS_OPTIONS[name]!} ${value.value}`, value.from), maybe, by)
}

/** What stands in `$(…)` runs when the text is looked at as a prompt or as the index of an array. */
export function runSubstitutions(value: Text, scope: Scope, by: number, shell: Shell): void {
  // looked for without a regex, because one long value may be looked at many times
  if (!value.value.includes('$(') && !value.value.includes('`')) return
  shell.runScript(text(`: "${value.value.replaceAll('"', '')}"`, value.from), scope, by)
}

/** Builtins take `name[index]`, and an index is expanded again however it was quoted. */
export function runIndexes(args: readonly Text[], scope: Scope, by: number, shell: Shell): void {
  for (const arg of args) if (arg.value.includes('[')) runSubstitutions(arg, scope, by, shell)
}
