import type { Call, ProgramHandler, ProgramTable, Shell } from '../call.ts'
import { isKnown } from '../fields.ts'
import { ANY_TEXT } from '../symbols.ts'
import { EMPTY, text, unknownText, type Text } from '../text.ts'
import { APPLESCRIPT, JAVASCRIPT, PERL, PYTHON, runCode, type Language } from './code.ts'
import { codeTokens, type CodeToken } from './code-tokens.ts'
import { SHELL_NAMES } from './shells.ts'

/** Runs code given as an option's value, as a file written in this line, or through standard input. */
function interpreter(language: Language, codeOption: RegExp): ProgramHandler {
  return (call, shell) => {
    const at = call.args.findIndex((arg) => codeOption.test(arg.value))
    const inline =
      at < 0
        ? undefined
        : /^--\w+=/u.test(call.args[at]!.value)
          ? text(call.args[at]!.value.replace(/^--\w+=/u, ''))
          : call.args[at + 1]
    if (inline !== undefined) {
      shell.memory.isolate(() => runCode(inline, language, call, shell))
      return undefined
    }
    const file = call.args.find((arg) => !arg.value.startsWith('-') || arg.value === '-')
    const isModule = call.args.some((arg) => arg.value === '-m')
    const isStdin = file === undefined || file.value === '-' || file.value === '/dev/stdin'
    const code = isModule ? undefined : isStdin ? call.scope.stdin : shell.readFile(file.value)
    if (code !== undefined) {
      shell.flow(code.from, call.id, 'code')
      shell.memory.isolate(() => runCode(code, language, call, shell))
    }
    return undefined
  }
}

const AWK_VALUE = new Set(['-F', '-v', '-f', '--assign', '--field-separator', '-e', '--source'])

/** `system("…")`, `"…" | getline` and `print "…" | "sh"`. */
const awk: ProgramHandler = (call, shell) => {
  let at = 0
  while (at < call.args.length && call.args[at]!.value.startsWith('-'))
    at += AWK_VALUE.has(call.args[at]!.value) ? 2 : 1
  const fileAt = call.args.findIndex((arg) => arg.value === '-f')
  const program = fileAt < 0 ? call.args[at] : shell.readFile(call.args[fileAt + 1]?.value ?? '')
  if (program !== undefined && isKnown(program)) runAwk(program, call, shell)
  return undefined
}

function runAwk(program: Text, call: Call, shell: Shell): void {
  const tokens = codeTokens(program.value, { backquoteRuns: false, lineComment: '#', dropsBackslash: true })
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]
    const isSystem = token.kind === 'sign' && token.value === '(' && before?.value === 'system'
    const next = tokens[at + 1]
    if (isSystem && next !== undefined) {
      const command = joinedText(tokens, at + 1)
      if (command !== undefined) shell.runScript(text(command), call.scope, call.id)
      else shell.undecidable('unknown-code', program.value, call.scope, call.id)
    }
    if (token.kind !== 'sign' || token.value !== '|') continue
    if (next?.value === 'getline' && before?.kind === 'text')
      shell.runScript(text(before.value), call.scope, call.id)
    if (next?.kind !== 'text') continue
    const fed = before?.kind === 'text' ? text(`${before.value}\n`, [call.id]) : undefined
    const isShell = SHELL_NAMES.has(next.value.trim().split(/\s/u)[0]!)
    const stdin = fed ?? (isShell ? unknownText([call.id]) : EMPTY)
    shell.runScript(text(next.value), { ...call.scope, stdin }, call.id)
  }
}

/** Strings that stand side by side are one; a name among them is only known at run time. */
function joinedText(tokens: readonly CodeToken[], from: number): string | undefined {
  let joined = ''
  let isKnownAtAll = false
  for (let at = from; at < tokens.length && tokens[at]!.value !== ')'; at += 1) {
    isKnownAtAll ||= tokens[at]!.kind === 'text'
    joined += tokens[at]!.kind === 'text' ? tokens[at]!.value : ANY_TEXT
  }
  return isKnownAtAll ? joined : undefined
}

const python = interpreter(PYTHON, /^-[a-zA-Z]*c$/u)
const node = interpreter(JAVASCRIPT, /^(?:-[a-z]*[ep]|--eval|--print|--eval=.*|eval)$/u)
const perl = interpreter(PERL, /^-(?:[a-zA-Z\d]*[eEr]|-run)$/u)

/** Interpreters of other languages. */
export const interpreters: ProgramTable = {
  python,
  python2: python,
  python3: python,
  pypy: python,
  pypy3: python,
  ipython: python,
  ...Object.fromEntries(
    ['3.8', '3.9', '3.10', '3.11', '3.12', '3.13', '3.14'].map((version) => [`python${version}`, python]),
  ),
  node,
  nodejs: node,
  deno: node,
  bun: node,
  tsx: node,
  'ts-node': node,
  perl,
  ruby: perl,
  php: perl,
  lua: perl,
  luajit: perl,
  osascript: interpreter(APPLESCRIPT, /^-e$/u),
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
}
