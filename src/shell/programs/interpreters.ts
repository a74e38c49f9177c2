import type { Call, ProgramHandler, ProgramTable, Shell } from '../call.ts'
import { isKnown } from '../fields.ts'
import { ANY_TEXT } from '../symbols.ts'
import { EMPTY, text, unknownText, type Text } from '../text.ts'
import { APPLESCRIPT, JAVASCRIPT, OTHER, PERL, PYTHON, runCode, type Language } from './code.ts'
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
    if (inline !== undefined && call.program === 'ipython') runEscapes(inline, call, shell)
    if (inline !== undefined) {
      shell.memory.isolate(() => runCode(inline, language, call, shell))
      return undefined
    }
    const file = call.args.find((arg) => !arg.value.startsWith('-') || arg.value === '-')
    const isModule = call.args.some((arg) => arg.value === '-m')
    // the one module that takes code
    if (isModule && call.args.some((arg) => arg.value === 'timeit'))
      for (const arg of call.args) shell.memory.isolate(() => runCode(arg, language, call, shell))
    const isStdin = file === undefined || file.value === '-' || file.value === '/dev/stdin'
    const code = isModule ? undefined : isStdin ? call.scope.stdin : shell.readFile(file.value)
    if (code !== undefined) {
      shell.flow(code.from, call.id, 'code')
      shell.memory.isolate(() => runCode(code, language, call, shell))
    }
    return undefined
  }
}

/** Interactive shells of languages hand lines that begin with `!` to a real one. */
function runEscapes(code: Text, call: Call, shell: Shell): void {
  for (const line of code.value.split('\n'))
    if (/^\s{0,8}!/u.test(line))
      shell.runScript(text(line.trim().replace(/^!{1,2}/u, ''), code.from), call.scope, call.id)
}

const AWK_VALUE = new Set(['-F', '-v', '-f', '--assign', '--field-separator', '-e', '--source'])

/** `system("…")`, `"…" | getline` and `print "…" | "sh"`. */
const awk: ProgramHandler = (call, shell) => {
  let at = 0
  while (at < call.args.length && call.args[at]!.value.startsWith('-'))
    at += AWK_VALUE.has(call.args[at]!.value) ? 2 : 1
  const sources = call.args.flatMap(({ value }, index) => {
    const next = call.args[index + 1]
    if (next === undefined) return []
    if (value === '-e' || value === '--source') return [next]
    if (value !== '-f' && value !== '--file') return []
    const isStdin = next.value === '-' || next.value === '/dev/stdin'
    return [isStdin ? call.scope.stdin : shell.readFile(next.value)]
  })
  for (const program of sources.length === 0 ? [call.args[at]] : sources)
    if (program !== undefined && isKnown(program)) runAwk(program, call, shell)
  return undefined
}

function runAwk(program: Text, call: Call, shell: Shell): void {
  const tokens = codeTokens(program.value, { backquoteRuns: false, lineComment: '#', dropsBackslash: true })
  const assigned = assignedTexts(tokens)
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]
    const isSystem = token.kind === 'sign' && token.value === '(' && before?.value === 'system'
    // `|&` is a pipe too
    const next = tokens[at + (tokens[at + 1]?.value === '&' ? 2 : 1)]
    if (isSystem && next !== undefined) {
      const command = joinedText(tokens, at + 1)
      if (command !== undefined) shell.runScript(text(command), call.scope, call.id)
      else shell.undecidable('unknown-code', program.value, call.scope, call.id)
    }
    if (token.kind !== 'sign' || token.value !== '|') continue
    if (next?.value === 'getline' && before !== undefined)
      for (const command of before.kind === 'text' ? [before.value] : (assigned.get(before.value) ?? []))
        shell.runScript(text(command), call.scope, call.id)
    if (next?.kind !== 'text') continue
    const fed = before?.kind === 'text' ? text(`${before.value}\n`, [call.id]) : undefined
    const isShell = SHELL_NAMES.has(next.value.trim().split(/\s/u)[0]!)
    const stdin = fed ?? (isShell ? unknownText([call.id]) : EMPTY)
    shell.runScript(text(next.value), { ...call.scope, stdin }, call.id)
  }
}

/** What `name = "text"` says anywhere in the program. */
function assignedTexts(tokens: readonly CodeToken[]): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'name' || tokens[at + 1]?.value !== '=' || tokens[at + 2]?.kind !== 'text') continue
    const value = joinedText(tokens, at + 2, ';})') ?? ''
    all.set(token.value, [...(all.get(token.value) ?? []), value])
  }
  return all
}

/** Strings that stand side by side are one; a name among them is only known at run time. */
function joinedText(tokens: readonly CodeToken[], from: number, ends = ')'): string | undefined {
  let joined = ''
  let isKnownAtAll = false
  for (let at = from; at < tokens.length && !isEnd(tokens[at]!, ends); at += 1) {
    isKnownAtAll ||= tokens[at]!.kind === 'text'
    joined += tokens[at]!.kind === 'text' ? tokens[at]!.value : ANY_TEXT
  }
  return isKnownAtAll ? joined : undefined
}

function isEnd({ kind, value }: CodeToken, ends: string): boolean {
  return kind === 'sign' && ends.includes(value)
}

const other = interpreter(OTHER, /^(?:-e|-c|(?:--?)?eval(?:=.*)?|-r|-B|-R|-x)$/u)
const python = interpreter(PYTHON, /^-[a-zA-Z]*c$/u)
const script = interpreter(JAVASCRIPT, /^(?:-[a-z]*[ep]|--eval|--print|--eval=.*|eval)$/u)
/** `bun x rimraf /`, `deno run npm:rimraf /`: packages run as programs. */
const node: ProgramHandler = (call, shell) => {
  const at = call.args.findIndex((arg) => /^(?:x|run|exec)$/u.test(arg.value))
  const [program, ...rest] =
    at < 0
      ? []
      : call.args
          .slice(at + 1)
          .filter((arg, index, all) => index > 0 || !arg.value.startsWith('-') || all.length === 1)
  const isRunner = call.program === 'bun' || call.program === 'deno'
  if (isRunner && program !== undefined && !/[./]/u.test(program.value.replace(/^npm:/u, '')))
    shell.runWords([text(program.value.replace(/^npm:/u, ''), program.from), ...rest], call.scope)
  return script(call, shell)
}
const perl = interpreter(PERL, /^-(?:[a-zA-Z\d]*[eErBR]|-run)$/u)

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
  ...Object.fromEntries(['5.1', '5.2', '5.3', '5.4'].map((version) => [`lua${version}`, perl])),
  irb: perl,
  ...Object.fromEntries(
    'R Rscript r rscript octave ghc runghc guile sbcl clisp racket csi elixir erl groovy scala scala-cli jshell swift emacs julia crystal nim clojure bb maxima sage'
      .split(' ')
      .map((name) => [name, other]),
  ),
  osascript: interpreter(APPLESCRIPT, /^-e$/u),
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
}
