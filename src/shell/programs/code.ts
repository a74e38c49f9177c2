import type { Call, Shell } from '../call.ts'
import { ANY_TEXT, ANY_WORDS, asOneWord } from '../symbols.ts'
import { text, type Text } from '../text.ts'
import { codeTokens, type CodeShape, type CodeToken } from './code-tokens.ts'

export interface Language extends CodeShape {
  /** Functions that start a process from a string or a list of words. */
  readonly starts: RegExp
  /** Names that mean something else unless this text stands somewhere in the code. */
  readonly ambiguous?: { readonly name: RegExp; readonly unless: string }
  /** Functions that run a string as code of the same language. */
  readonly evaluates?: RegExp
  /** Ways to start a process that need not look like a call; then every string may be a command. */
  readonly hints: RegExp
  /** Functions that remove a folder with everything in it. */
  readonly removes?: RegExp
  /** Calls need no parentheses, and other words may stand before their strings. */
  readonly bareCalls?: true
}

/** Languages we know little of: whatever starts a process in one of them looks much like this. */
export const OTHER: Language = {
  dropsBackslash: true,
  backquoteRuns: true,
  lineComment: '\0',
  starts: /(?:^|[.:])(?:\w*system|exec|execute|cmd|spawn|popen|process|program|doShellScript|runCommand)$/u,
  hints: /./u,
}

const PROCESS =
  'system|popen|popen2|popen3|execl|execle|execlp|execlpe|execv|execve|execvp|execvpe|spawnl|spawnlp|spawnv|spawnvp|posix_spawn|startfile'

export const PYTHON: Language = {
  dropsBackslash: false,
  backquoteRuns: false,
  lineComment: '#',
  starts: new RegExp(
    `(?:^|\\.)(?:${PROCESS}|Popen|getoutput|getstatusoutput|check_call|check_output|create_subprocess_shell|create_subprocess_exec)$|^(?:subprocess|sp|pty)\\.(?:run|call|spawn)$`,
    'u',
  ),
  evaluates: /^(?:exec|eval|builtins\.(?:exec|eval))$/u,
  hints: /subprocess|system|popen|getattr|__import__|importlib|ctypes|\bpty\b|globals|__builtins__/u,
  removes: /(?:^|\.)rmtree$/u,
}

export const JAVASCRIPT: Language = {
  dropsBackslash: true,
  backquoteRuns: false,
  lineComment: '//',
  starts:
    /(?:^|\.)(?:execSync|execFileSync|execFile|spawnSync|spawn)$|^(?:exec|cp\.exec|child_process\.exec|Bun\.\$|\$|execa|Deno\.Command|(?:shell|shelljs)\.exec|\.exec)$/u,
  ambiguous: { name: /^exec$/u, unless: 'child_process' },
  evaluates: /^(?:eval|Function)$/u,
  hints:
    /child_process|process\.binding|\beval\b|Function|execa|\bBun\b|Deno\.Command|shelljs|\bzx\b|doShellScript/u,
  removes: /(?:^|\.)(?:rm|rmdir|rmSync|rmdirSync|rimraf|rimrafSync|removeSync|emptyDirSync|rimraf\.sync)$/u,
}

export const APPLESCRIPT: Language = {
  dropsBackslash: true,
  backquoteRuns: false,
  lineComment: '--',
  starts: /^script$|(?:^|\.)doShellScript$/u,
  hints: /shell/iu,
}

export const PERL: Language = {
  dropsBackslash: true,
  backquoteRuns: true,
  lineComment: '#',
  starts:
    /^(?:system|exec|Kernel\.system|Kernel\.exec|spawn|IO\.popen|Open3\.\w+|open|shell_exec|passthru|popen|proc_open|pcntl_exec|os\.execute|io\.popen|open2|open3)$/u,
  bareCalls: true,
  evaluates: /^eval$/u,
  hints: /system|exec|popen|\bopen\b|\bsend\b|\beval\b|spawn|passthru/u,
  removes: /(?:^|[.:])(?:rmtree|remove_tree|rm_rf|rm_r|remove_dir|remove_entry)$/u,
}

// a call whose arguments go on longer than this is left unknown
const MOST_ARGUMENT_TOKENS = 400
// code inside code is followed this far
const DEEPEST_CODE = 4

/** Follows what code of another language starts, as far as it stands there in plain strings. */
export function runCode(code: Text, language: Language, call: Call, shell: Shell, depth = 0): void {
  if (code.value.length > 200_000 || depth > DEEPEST_CODE) {
    shell.undecidable('too-complex', code.value.slice(0, 4096), call.scope, call.id)
    return
  }
  const tokens = codeTokens(code.value, language)
  if (depth === 0 && language.hints.test(code.value)) runStrings(tokens, code, call, shell)
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'command') shell.runScript(text(token.value, code.from), call.scope, call.id)
    if (token.kind !== 'name' || isSomethingElse(token.value, code.value, language)) continue
    if (language.starts.test(token.value)) startProcess(tokens, at, code, language, call, shell)
    else if (language.evaluates?.test(token.value) === true)
      evaluate(tokens, at, code, language, call, shell, depth)
    else if (/(?:^|\.)chdir$/u.test(token.value)) changeFolder(tokens, at, code, call, shell)
    else if (language.removes?.test(token.value) === true) remove(tokens, at, code, call, shell)
  }
}

/** Strings that spell a whole command may be started in ways this reading does not see. */
function runStrings(tokens: readonly CodeToken[], code: Text, call: Call, shell: Shell): void {
  const scope = { ...call.scope, certain: false }
  for (const { kind, value } of tokens)
    if (kind === 'text' && value.includes(' ') && value.length < 4096)
      shell.runScript(text(value, code.from), scope, call.id)
}

function isSomethingElse(name: string, code: string, { ambiguous }: Language): boolean {
  return ambiguous !== undefined && ambiguous.name.test(name) && !code.includes(ambiguous.unless)
}

interface CodeArguments {
  /** Every string in the arguments, joined pieces as one. */
  readonly texts: readonly string[]
  /** Something besides plain strings stands there. */
  readonly isOpen: boolean
  readonly isList: boolean
}

/** The strings between the parentheses of a call; languages that need none take the strings that follow. */
function argumentsAt(tokens: readonly CodeToken[], name: number, isBare = false): CodeArguments | undefined {
  const isCall = tokens[name + 1]?.value === '(' && tokens[name + 1]?.kind === 'sign'
  if (!isCall && !isBare && tokens[name + 1]?.kind !== 'text') return undefined
  const texts: string[] = []
  let depth = 0
  let isOpen = false
  let isList = false
  let joins = false
  for (let at = name + 1; at < tokens.length; at += 1) {
    if (at - name > MOST_ARGUMENT_TOKENS) return { texts: [], isOpen: true, isList }
    const { kind, value } = tokens[at]!
    if (kind === 'sign' && '([{'.includes(value)) {
      depth += 1
      // only a list at the front holds the words of the command
      if (value === '[') isList = true
      continue
    }
    if (kind === 'sign' && ')]}'.includes(value)) {
      depth -= 1
      if (depth <= 0 && isCall) break
      continue
    }
    if (!isCall && kind === 'sign' && ';\n'.includes(value)) break
    if (kind === 'sign' && value === '+') joins = true
    else if (kind === 'sign' && value === '.') joins = true
    else if (kind === 'text') {
      const isPiece = joins || tokens[at - 1]?.kind === 'text'
      // a part of it, its reverse, or a form that is still to be filled in
      const isChanged = isFilledIn(tokens, at)
      isOpen ||= isChanged
      const known = isChanged ? ANY_WORDS : value
      if (isPiece && texts.length > 0) texts[texts.length - 1] += known
      else texts.push(known)
      joins = false
    } else if (kind === 'name' && !isKeyword(tokens, at)) {
      const character = characterAt(tokens, at)
      isOpen ||= character === undefined
      if (joins && texts.length > 0) texts[texts.length - 1] += character ?? ANY_WORDS
      else texts.push(character ?? ANY_WORDS)
      joins = tokens[at + 1]?.value === '+'
    }
  }
  return { texts, isOpen, isList }
}

/** `"rm -rf %s" % x`, `"rm -rf {}".format(x)`, `"…"[::-1]`. */
function isFilledIn(tokens: readonly CodeToken[], at: number): boolean {
  const next = tokens[at + 1]
  if (next?.value === '%' && next.kind !== 'text') return true
  if (next?.kind !== 'sign') return false
  if (next.value === '[') return true
  return (
    next.value === '.' &&
    /^(?:format|replace|translate|decode|reverse|strip)$/u.test(tokens[at + 2]?.value ?? '')
  )
}

/** `chr(47)` is a character that anyone can look up. */
function characterAt(tokens: readonly CodeToken[], at: number): string | undefined {
  const isCharacter =
    /^(?:chr|String\.fromCharCode)$/u.test(tokens[at]!.value) && tokens[at + 1]?.value === '('
  const code = Number(tokens[at + 2]?.value)
  return isCharacter && tokens[at + 3]?.value === ')' && code > 0 && code < 0x11_0000
    ? String.fromCodePoint(code)
    : undefined
}

/** `shell=True`, `{recursive: true}`, `-1`: options of the call, not what it runs. */
function isKeyword(tokens: readonly CodeToken[], at: number): boolean {
  const { value } = tokens[at]!
  const next = tokens[at + 1]?.value
  const before = tokens[at - 1]?.value
  return (
    /^(?:True|False|None|true|false|null|nil|undefined|\d[\w.]*|my|const|let|subprocess\.\w+)$/u.test(
      value,
    ) ||
    next === '=' ||
    before === '=' ||
    value.endsWith(':') ||
    next === ':' ||
    before === ':' ||
    value.endsWith('.P_WAIT') ||
    value.endsWith('P_NOWAIT')
  )
}

function startProcess(
  tokens: readonly CodeToken[],
  at: number,
  code: Text,
  language: Language,
  call: Call,
  shell: Shell,
): void {
  const found = argumentsAt(tokens, at, language.bareCalls === true && isStatement(tokens, at))
  if (found === undefined) return
  const isWords = found.isList || found.texts.length > 1
  const texts = found.texts.map((value) => text(isWords ? asOneWord(value) : value, code.from))
  const [first] = texts
  if (first === undefined || texts.every(({ value }) => isOnlyUnknown(value))) {
    if (found.isOpen) shell.undecidable('unknown-code', code.value.slice(0, 4096), call.scope, call.id)
    return
  }
  // some functions take the program twice: its path and its own name
  const startsTwice = isWords && texts.length > 2 && baseOf(texts[1]!.value) === baseOf(first.value)
  // others take a mode or signal in front; the words behind it are the command then
  if (!isWords) shell.runScript(first, call.scope, call.id)
  else {
    shell.runWords(startsTwice ? texts.slice(1) : texts, call.scope)
    if (first.value.includes(' ')) shell.runScript(first, call.scope, call.id)
    const last = texts.at(-1)!
    if (texts.length === 2 && last.value.includes(' ')) shell.runScript(last, call.scope, call.id)
  }
}

/** A name that another one defines or reads is not called here. */
function isStatement(tokens: readonly CodeToken[], at: number): boolean {
  return (
    !/^(?:sub|def|function|->|=>|[.:])$/u.test(tokens[at - 1]?.value ?? '') && tokens[at + 1] !== undefined
  )
}

function isOnlyUnknown(value: string): boolean {
  return value === ANY_TEXT || value === ANY_WORDS
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function evaluate(
  tokens: readonly CodeToken[],
  at: number,
  code: Text,
  language: Language,
  call: Call,
  shell: Shell,
  depth: number,
): void {
  const found = argumentsAt(tokens, at)
  if (found === undefined) return
  const [first] = found.texts
  if (found.isOpen || first === undefined)
    shell.undecidable('unknown-code', code.value.slice(0, 4096), call.scope, call.id)
  else runCode(text(first, code.from), language, call, shell, depth + 1)
}

function changeFolder(tokens: readonly CodeToken[], at: number, code: Text, call: Call, shell: Shell): void {
  const folder = argumentsAt(tokens, at)?.texts[0]
  if (folder !== undefined) shell.runWords([text('cd'), text(folder, code.from)], call.scope)
}

function remove(tokens: readonly CodeToken[], at: number, code: Text, call: Call, shell: Shell): void {
  const found = argumentsAt(tokens, at)
  const remover = (path: string, certain: boolean) =>
    shell.runsLike('rm', [text('-r'), text('-f'), text(asOneWord(path), code.from)], {
      ...call.scope,
      certain: call.scope.certain && certain,
    })
  const path = found?.texts[0]
  if (path !== undefined) remover(path, true)
  // handed on by its name, so that it may be called with any path that stands there
  else if (!/^(?:import|from|as)$/u.test(tokens[at - 1]?.value ?? ''))
    for (const { value } of tokens.filter(isRootedText).slice(0, MOST_PATHS)) remover(value, false)
}

// handed on by name more than once, the function still removes no other paths
const MOST_PATHS = 8

function isRootedText({ kind, value }: CodeToken): boolean {
  return kind === 'text' && value.startsWith('/')
}
