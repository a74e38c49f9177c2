import {
  parse,
  type Assignment,
  type Command,
  type CommandArgument,
  type CommandNode,
  type CompoundList,
  type Function as FunctionNode,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  type AndOr,
  type Redirection,
  type Statement,
  type Word,
} from 'unbash'
import type { ShellCommand, ShellFlow, UndecidableKind, UndecidableSpot } from './analysis.ts'
import type { Call, Scope, Shell } from './call.ts'
import { isKnown } from './fields.ts'
import { Memory, type Alternatives, type Remembered } from './memory.ts'
import { programName, resolvePath } from './paths.ts'
import { programHandler, runsOnlyItself } from './programs/index.ts'
import { ANY_TEXT, ANY_WORDS, asOneWord, isSymbolic, SOME_NAME } from './symbols.ts'
import {
  EMPTY,
  FILE_ON_DISK,
  join,
  NOBODY,
  producers,
  text,
  unknownText,
  type Span,
  type Text,
} from './text.ts'
import { expandHereDoc, expandToText, expandWords, substitutionsIn, type Expansion } from './words.ts'

// beyond these the line is reported as too complex instead of being followed further
const DEEPEST_NESTING = 40
const MOST_STEPS = 60_000
const MOST_NESTED_CHARS = 4_000_000
const MOST_LOOP_VALUES = 24
const MOST_FORKS = 16
const DEEPEST_RECURSION = 5

const RUNS_AS_COMMAND = /(?:_COMMAND|EDITOR|PAGER|BROWSER|_ASKPASS)$/u

/** A compound command with what its redirections put around it. */
interface Redirected {
  readonly stdin: Text | undefined
  readonly outputPath: Text | undefined
}

/** Walks a script as a shell would run it, on symbolic text, and notes every command it would start. */
export class Walker implements Shell {
  readonly commands: ShellCommand[] = []
  readonly flows: ShellFlow[] = []
  readonly spots: UndecidableSpot[] = []
  readonly memory = new Memory({ words: [text(ANY_TEXT)] })
  forkBomb: Span | undefined
  #steps = 0
  #nestedChars = 0
  #opened = 0
  #isExhausted = false
  #pins: Map<string, Remembered | undefined> = new Map()
  #forks: Map<string, Alternatives> | undefined
  readonly #running: string[] = []

  // ---- what programs ask for

  runScript(script: Text, scope: Scope, by: number): Text {
    this.flow(script.from, by, 'code')
    if (script.value.trim() === '') return EMPTY
    if (isOnlyUnknown(script.value)) {
      if (script !== FILE_ON_DISK) this.undecidable('unknown-script', script.value, scope, by)
      return unknownText([by])
    }
    this.#nestedChars += script.value.length
    this.#watchLastWord(script.value)
    if (!this.#spend(scope, this.#nestedChars > MOST_NESTED_CHARS)) return unknownText([by])
    return this.#walkParsed(parse(script.value), script.value, { ...scope, depth: scope.depth + 1 })
  }

  runWords(words: readonly Text[], scope: Scope): Text {
    const first = words[0]
    if (first === undefined || !this.#spend(scope)) return EMPTY
    const aliased = this.#runAlias(words, scope)
    const body = this.#recall(`()${first.value}`)
    if (body?.body !== undefined)
      return this.#runFunction(first.value, body.body as FunctionNode, words.slice(1), scope)
    const output = this.#runProgram(first, words.slice(1), scope)
    return aliased === undefined ? output : join([aliased, output], '')
  }

  runsLike(program: string, args: readonly Text[], scope: Scope): number {
    return this.#note(program, args, scope, false)
  }

  flow(from: readonly number[], to: number, as: 'data' | 'code'): void {
    for (const id of from) if (id !== to) this.flows.push({ from: id, to, as })
  }

  undecidable(kind: UndecidableKind, about: string, scope: Scope, by?: number): void {
    if (!scope.certain) return
    const spot = { kind, span: scope.span ?? NO_SPAN, text: looseText(about) }
    this.spots.push(by === undefined ? spot : { ...spot, by })
  }

  variable(name: string): Remembered | undefined {
    return this.#recall(`$${name}`)
  }

  setVariable(name: string, words: readonly Text[]): void {
    const key = `$${name}`
    this.#pins.delete(key)
    this.memory.set(key, [{ words }])
  }

  folder(): string {
    return this.#recall('cwd')?.words[0]?.value ?? ''
  }

  readFile(path: string): Text | undefined {
    const known = this.memory.get(`>${resolvePath(path, this.folder())}`)
    const contents = known?.flatMap((one) => one?.words ?? [])
    return contents === undefined || contents.length === 0 ? undefined : join(contents, '\n')
  }

  writeFile(path: string, content: Text): void {
    this.memory.set(`>${resolvePath(path, this.folder())}`, [{ words: [content] }])
  }

  // ---- scripts

  walk(source: string, scope: Scope): Text {
    this.#watchLastWord(source)
    return this.#walkParsed(parse(source), source, scope)
  }

  #walkParsed(script: ParsedScript, source: string, scope: Scope): Text {
    if (script.errors !== undefined && script.errors.length > 0)
      this.undecidable('unreadable', source, {
        ...scope,
        span: scope.span ?? { start: 0, end: source.length },
      })
    return this.#walkList(script.commands, scope)
  }

  #walkList(statements: readonly Statement[], scope: Scope): Text {
    let output = EMPTY
    for (const { command, background } of statements)
      output = concat(
        output,
        this.#walkNode(command, background === true ? { ...scope, isParallel: true } : scope),
      )
    return output
  }

  #walkBody(body: CompoundList, scope: Scope): Text {
    return this.#walkList(body.commands, scope)
  }

  #walkNode(node: PipelineNode | AndOr | FunctionNode | CompoundList, scope: Scope): Text {
    switch (node.type) {
      case 'Command':
        return this.#walkCommand(node, scope)
      case 'Pipeline':
        return this.#walkPipeline(node, scope)
      case 'AndOr':
        return this.#walkAndOr(node, scope)
      case 'Subshell':
        return this.memory.isolate(() => this.#walkBody(node.body, scope))
      case 'BraceGroup':
        return this.#walkBody(node.body, scope)
      case 'CompoundList':
        return this.#walkBody(node, scope)
      case 'Function':
        this.memory.set(`()${node.name.value}`, [{ words: [], body: node }])
        return EMPTY
      case 'Coproc':
        return this.#walkNode(node.body, { ...scope, isParallel: true })
      case 'Redirected': {
        const expansion = new ScopedExpansion(this, scope)
        const around = this.#redirect(node.redirects, scope, expansion)
        return this.#deliver(
          this.#walkNode(node.command, { ...scope, stdin: around.stdin }),
          around,
          expansion,
        )
      }
      case 'If': {
        const condition = this.#walkBody(node.clause, scope)
        const arms = [[node.then], ...node.elif.map((one) => [one.clause, one.then])]
        if (node.else !== undefined) arms.push([node.else])
        return concat(condition, this.#walkArms(arms, node.else !== undefined, scope))
      }
      case 'Case': {
        this.textOf(node.word, scope)
        const hasDefault = node.items.some((item) => item.pattern.some((word) => word.text === '*'))
        const arms = node.items.map((item) => [item.body])
        return this.#walkArms(arms, hasDefault, scope)
      }
      case 'For':
      case 'Select':
        return this.#walkFor(node.name.value, node.wordlist, node.body, scope)
      case 'While':
        return this.#walkLoop([node.clause, node.body], scope)
      case 'ArithmeticFor':
        return this.#walkLoop([node.body], scope)
      case 'TestCommand':
      case 'ArithmeticCommand':
        return this.#walkSubstitutions(node, scope)
    }
  }

  /** `[[ … ]]` and `(( … ))` start nothing themselves, but `$(…)` inside them does. */
  #walkSubstitutions(node: CommandNode, scope: Scope): Text {
    for (const script of substitutionsIn(node)) this.substitute(script, scope)
    return EMPTY
  }

  /** One of the arms runs; without a default possibly none. */
  #walkArms(arms: readonly (readonly CompoundList[])[], hasDefault: boolean, scope: Scope): Text {
    let output = EMPTY
    const works = arms.map((bodies) => () => {
      for (const body of bodies) output = concat(output, this.#walkBody(body, scope))
    })
    this.memory.branches(hasDefault ? works : [...works, () => undefined])
    return output
  }

  #walkAndOr(node: AndOr, scope: Scope): Text {
    let output = this.#walkNode(node.commands[0]!, scope)
    for (let at = 1; at < node.commands.length;) {
      const end = endOfChain(node, at)
      const chain = node.commands.slice(at, end)
      this.memory.maybe(() => {
        for (const command of chain) output = concat(output, this.#walkNode(command, scope))
      })
      at = end
    }
    return output
  }

  #walkPipeline(node: Pipeline, scope: Scope): Text {
    const isPiped = node.commands.length > 1
    let stdin = scope.stdin
    for (const [index, command] of node.commands.entries()) {
      const stage = isPiped ? { ...scope, stdin, isParallel: true } : scope
      const isLast = index === node.commands.length - 1
      if (!isPiped) return this.#walkNode(command, stage)
      // the last stage changes the shell itself in some shells (zsh, lastpipe)
      if (isLast) this.memory.maybe(() => void (stdin = this.#walkNode(command, stage)))
      else stdin = this.memory.isolate(() => this.#walkNode(command, stage))
    }
    return stdin ?? EMPTY
  }

  #walkLoop(bodies: readonly CompoundList[], scope: Scope): Text {
    let output = EMPTY
    this.memory.branches([
      () => {
        const changesBefore = this.memory.changes
        for (const body of bodies) output = concat(output, this.#walkBody(body, scope))
        if (this.memory.changes === changesBefore) return
        // a second turn sees what the first one left behind
        for (const body of bodies) output = concat(output, this.#walkBody(body, scope))
      },
      () => undefined,
    ])
    return output
  }

  #walkFor(name: string, list: readonly Word[] | undefined, body: CompoundList, scope: Scope): Text {
    const values = list === undefined ? (this.variable('@')?.words ?? []) : this.wordsOf(list, scope)
    let output = EMPTY
    for (const value of loopValues(values)) {
      this.setVariable(name, [text(asOneWord(value.value), value.from)])
      output = concat(output, this.#walkBody(body, scope))
    }
    return output
  }

  // ---- simple commands

  #walkCommand(node: Command, scope: Scope): Text {
    if (!this.memory.hasAlternatives) return this.#runCommand(node, scope)
    const forks = this.#forksOf(node, scope)
    if (forks.size === 0) return this.#runCommand(node, scope)
    const outer = this.#pins
    let output = EMPTY
    const works = combinations(forks).map((pins) => () => {
      this.#pins = new Map([...outer, ...pins])
      output = concat(output, this.#runCommand(node, scope))
    })
    this.memory.branches(works)
    this.#pins = outer
    return output
  }

  /** Which keys with several possible values this command looks at. */
  #forksOf(node: Command, scope: Scope): Map<string, Alternatives> {
    const outer = this.#forks
    const forks = (this.#forks = new Map<string, Alternatives>())
    this.memory.isolate(() => {
      const uncertain = { ...scope, certain: false }
      const words = this.#argumentsOf(node, new ScopedExpansion(this, uncertain), uncertain)
      for (const part of node.prefix) if (part.type === 'Assignment') this.#valueOf(part, uncertain)
      if (words[0] !== undefined) this.#recall(`()${words[0].value}`)
      this.#recall('cwd')
    })
    this.#forks = outer
    return forks
  }

  #runCommand(node: Command, outer: Scope): Text {
    const scope = outer
    const expansion = new ScopedExpansion(this, scope)
    if (node.name === undefined && node.suffix.length === 0)
      return this.#runAssignments(node, scope, expansion)
    const words = this.#argumentsOf(node, expansion, scope)
    const redirects = node.redirects
    const around = redirects.length === 0 ? undefined : this.#redirect(redirects, scope, expansion)
    const span = scope.span ?? { start: node.pos, end: node.end }
    const inner: Scope = { ...scope, span, stdin: around === undefined ? scope.stdin : around.stdin }
    const run = () => this.runWords(withDiskTarget(words, around?.outputPath), inner)
    const output = node.prefix.length === 0 ? run() : this.#withAssignments(node, inner, run)
    const last = words.at(-1)
    if (last !== undefined && words.length > 1 && this.#usesLastWord) this.setVariable('_', [last])
    return this.#deliver(output, around, expansion)
  }

  /** Set when the script mentions `$_`; remembering every last word would cost all other scripts. */
  #usesLastWord = false
  #watchLastWord(source: string): void {
    this.#usesLastWord ||= source.includes('$_') || source.includes('${_')
  }

  #argumentsOf(node: Command, expansion: Expansion, scope: Scope): readonly Text[] {
    if (node.name === undefined) return []
    const words = expandWords([node.name], expansion)
    const args = node.args
    if (args.length === 0) return words
    const out = [...words]
    for (const arg of args) {
      if (arg.type === 'Word') out.push(...expandWords([arg], expansion))
      else out.push(...this.#assignmentWords(arg, scope))
    }
    return out
  }

  #assignmentWords(assignment: CommandArgument, scope: Scope): readonly Text[] {
    if (assignment.type !== 'Assignment') return []
    const value = this.#valueOf(assignment, scope)
    if (assignment.value.type === 'ArrayValue') {
      this.setVariable(assignment.name, value)
      return [text(assignment.name)]
    }
    return [text(`${assignment.name}=${value[0]?.value ?? ''}`, value[0]?.from ?? NOBODY)]
  }

  #valueOf(assignment: Assignment, scope: Scope): readonly Text[] {
    const { value } = assignment
    if (value.type === 'ArrayValue') return this.wordsOf(value.elements, scope)
    return [expandToText(value, new ScopedExpansion(this, scope))]
  }

  #assign(assignment: Assignment, scope: Scope): void {
    const value = this.#valueOf(assignment, scope)
    const before = this.variable(assignment.name)?.words
    if (assignment.index !== undefined) {
      const index = this.textOf(assignment.index, scope).value
      const words = [...(before ?? [])]
      const at = /^\d{1,3}$/u.test(index) ? Number(index) : words.length
      while (words.length < at) words.push(EMPTY)
      words[at] = value[0] ?? EMPTY
      this.setVariable(assignment.name, words)
    } else if (assignment.append !== true) this.setVariable(assignment.name, value)
    else if (assignment.value.type === 'ArrayValue')
      this.setVariable(assignment.name, [...(before ?? []), ...value])
    else this.setVariable(assignment.name, [join([before?.[0] ?? EMPTY, value[0] ?? EMPTY], '')])
  }

  #runAssignments(node: Command, scope: Scope, expansion: ScopedExpansion): Text {
    for (const part of node.prefix) if (part.type === 'Assignment') this.#assign(part, scope)
    if (node.redirects.length === 0) return EMPTY
    // `$(<file)`: a redirection without a command gives the file's text
    const around = this.#redirect(node.redirects, scope, expansion)
    return this.#deliver(around.stdin ?? EMPTY, around, expansion)
  }

  #withAssignments(node: Command, scope: Scope, run: () => Text): Text {
    const before = new Map<string, Alternatives | undefined>()
    for (const part of node.prefix) {
      if (part.type !== 'Assignment') continue
      const key = `$${part.name}`
      if (!before.has(key)) before.set(key, this.memory.get(key))
      this.#assign(part, scope)
      const value = this.variable(part.name)?.words[0]
      if (value !== undefined && RUNS_AS_COMMAND.test(part.name))
        this.runScript(value, { ...scope, certain: false }, this.commands.length)
    }
    const output = run()
    for (const [key, alternatives] of before) this.memory.set(key, alternatives)
    return output
  }

  #redirect(redirects: readonly Redirection[], scope: Scope, expansion: Expansion): Redirected {
    let stdin = scope.stdin
    let outputPath: Text | undefined
    for (const redirect of redirects) {
      const descriptor =
        redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : undefined
      if (redirect.type === 'HereDoc') {
        stdin = expandHereDoc(redirect.body, redirect.delimiter?.quoted === true, expansion)
      } else if (redirect.target !== undefined) {
        const target = expandToText(redirect.target, expansion)
        if (redirect.type === 'HereString') stdin = text(`${asOneWord(target.value)}\n`, target.from)
        else if (redirect.operator === '<' || redirect.operator === '<>') {
          if (descriptor === undefined || descriptor === 0)
            stdin = this.readFile(target.value) ?? FILE_ON_DISK
        } else if (!/^(?:\d+|-)$/u.test(target.value) && redirect.operator !== '<&') {
          if (descriptor === undefined || descriptor === 1) outputPath = target
        }
      }
    }
    return { stdin, outputPath }
  }

  /** Puts a command's output where its redirections and `>(…)` send it; gives what is left for the pipe. */
  #deliver(output: Text, around: Redirected | undefined, expansion: ScopedExpansion): Text {
    for (const sink of expansion.sinks) this.#walkSubscript(sink, { ...expansion.scope, stdin: output })
    if (around?.outputPath === undefined) return output
    this.writeFile(around.outputPath.value, output)
    return EMPTY
  }

  #runProgram(first: Text, args: readonly Text[], scope: Scope): Text {
    const program = programName(first.value)
    const handler = programHandler(program)
    const id = this.#note(program, args, scope, handler === undefined && !runsOnlyItself(program))
    this.flow(first.from, id, 'data')
    for (const arg of args) if (arg.from.length > 0) this.flow(arg.from, id, 'data')
    const call: Call = { id, program, args, scope }
    const printed = handler?.(call, this)
    if (handler === undefined) this.#runUnlisted(first, call)
    else if (printed !== undefined) return printed
    if (scope.stdin !== undefined) this.flow(scope.stdin.from, id, 'data')
    return unknownText([id])
  }

  /** A program we know nothing about: a file written earlier in this line, or one that may run its arguments. */
  #runUnlisted(first: Text, call: Call): void {
    const content = first.value.includes('/') && isKnown(first) ? this.readFile(first.value) : undefined
    if (content !== undefined) {
      const id = this.runsLike('sh', [first, ...call.args], call.scope)
      this.runScript(content, call.scope, id)
      return
    }
    if (runsOnlyItself(call.program) || !call.scope.certain) return
    for (const arg of call.args)
      if (arg.value.includes(' ') && arg.value.length < 4096)
        this.runScript(arg, { ...call.scope, certain: false }, call.id)
  }

  #runAlias(words: readonly Text[], scope: Scope): Text | undefined {
    const [first, ...rest] = words
    const alias = this.#recall(`=${first!.value}`)?.words[0]
    if (alias === undefined || this.#running.includes(`=${first!.value}`)) return undefined
    this.#running.push(`=${first!.value}`)
    const script = join([alias, ...rest.map((word) => text(quoted(word.value), word.from))], ' ')
    const output = this.runScript(script, scope, this.commands.length)
    this.#running.pop()
    return output
  }

  #runFunction(name: string, node: FunctionNode, args: readonly Text[], scope: Scope): Text {
    const level = this.#running.filter((one) => one === name).length
    if (level > 0 && scope.isParallel) this.forkBomb = scope.span ?? { start: node.pos, end: node.end }
    if (level >= DEEPEST_RECURSION) {
      if (this.forkBomb === undefined) this.undecidable('too-complex', '', scope)
      return unknownText(NOBODY)
    }
    const before = this.memory.get('$@')
    this.#setPositions(args)
    this.#running.push(name)
    const output = this.#walkNode(node.body, { ...scope, depth: scope.depth + 1 })
    this.#running.pop()
    this.memory.set('$@', before)
    return output
  }

  #setPositions(args: readonly Text[]): void {
    this.setVariable('@', args)
    this.setVariable('*', args)
    for (let at = 0; at < Math.max(args.length, 1) && at < 20; at += 1)
      this.setVariable(String(at + 1), [args[at] ?? EMPTY])
  }

  #note(program: string, args: readonly Text[], scope: Scope, mayRunArguments: boolean): number {
    const id = this.commands.length
    const { certain } = scope
    const span = scope.span ?? NO_SPAN
    this.commands.push({ id, program, args, folder: this.folder(), certain, mayRunArguments, span })
    return id
  }

  // ---- expansion

  textOf(word: Word, scope: Scope): Text {
    return expandToText(word, new ScopedExpansion(this, scope))
  }

  wordsOf(words: readonly Word[], scope: Scope): readonly Text[] {
    return expandWords(words, new ScopedExpansion(this, scope))
  }

  substitute(script: ParsedScript | undefined, scope: Scope): Text {
    if (script === undefined) return unknownText(NOBODY)
    return this.#walkSubscript(script, scope)
  }

  /** Gives `<(…)` a path under which its output can be read. */
  openInput(script: ParsedScript | undefined, scope: Scope): Text {
    const output = this.substitute(script, scope)
    const path = `/dev/fd/${(this.#opened += 1) + 62}`
    this.memory.set(`>${path}`, [{ words: [output] }])
    return text(path, output.from)
  }

  #walkSubscript(script: ParsedScript, scope: Scope): Text {
    if (!this.#spend(scope)) return unknownText(NOBODY)
    const span = scope.span ?? (script.source === undefined ? undefined : NO_SPAN)
    return this.memory.isolate(() =>
      this.#walkParsed(script, script.source ?? '', { ...scope, span, depth: scope.depth + 1 }),
    )
  }

  #recall(key: string): Remembered | undefined {
    const alternatives = this.memory.get(key)
    if (alternatives === undefined) return undefined
    if (alternatives.length === 1) return alternatives[0]
    if (this.#pins.has(key)) return this.#pins.get(key)
    this.#forks?.set(key, alternatives)
    return alternatives[0]
  }

  /** Counts one step; `false` once a bound is reached, which is reported a single time. */
  #spend(scope: Scope, isOver = false): boolean {
    this.#steps += 1
    if (!isOver && this.#steps <= MOST_STEPS && scope.depth <= DEEPEST_NESTING) return true
    if (!this.#isExhausted) this.undecidable('too-complex', '', { ...scope, certain: true })
    this.#isExhausted = true
    return false
  }
}

/** The expansion of one command's words, in the scope of that command. */
class ScopedExpansion implements Expansion {
  readonly sinks: ParsedScript[] = []
  readonly scope: Scope
  readonly #walker: Walker

  constructor(walker: Walker, scope: Scope) {
    this.#walker = walker
    this.scope = scope
  }

  assigned(name: string): Remembered | undefined {
    return this.#walker.variable(name)
  }

  assign(name: string, value: Text): void {
    this.#walker.setVariable(name, [value])
  }

  folder(): string {
    return this.#walker.folder()
  }

  textOf(word: Word): Text {
    return this.#walker.textOf(word, this.scope)
  }

  substitute(script: ParsedScript | undefined): Text {
    return this.#walker.substitute(script, this.scope)
  }

  openInput(script: ParsedScript | undefined): Text {
    return this.#walker.openInput(script, this.scope)
  }

  openOutput(script: ParsedScript | undefined): Text {
    if (script !== undefined) this.sinks.push(script)
    return text(`/dev/fd/out${this.sinks.length}`)
  }
}

const NO_SPAN: Span = { start: 0, end: 0 }

function concat(left: Text, right: Text): Text {
  if (right.value === '' && right.from.length === 0) return left
  if (left.value === '' && left.from.length === 0) return right
  const isRepeated = right.value === ANY_WORDS && left.value.endsWith(ANY_WORDS)
  return text(isRepeated ? left.value : left.value + right.value, producers(left.from, right.from))
}

function isOnlyUnknown(script: string): boolean {
  return isSymbolic(script) && /^[\s;"'\uE000-\uE002]*$/u.test(script)
}

/** Lower case and without quoting, so that a name can be looked for in text no parser could read. */
function looseText(source: string): string {
  return source.replaceAll(/["'\\]/gu, '').toLowerCase()
}

function endOfChain(node: AndOr, from: number): number {
  let end = from + 1
  while (end < node.commands.length && node.operators[end - 1] === '&&') end += 1
  return end
}

/** `dd` writes where its output is sent just as where `of=` says. */
function withDiskTarget(words: readonly Text[], outputPath: Text | undefined): readonly Text[] {
  if (outputPath === undefined || !words.some((word) => programName(word.value) === 'dd')) return words
  return [...words, text(`of=${outputPath.value}`, outputPath.from)]
}

function loopValues(values: readonly Text[]): readonly Text[] {
  if (values.length <= MOST_LOOP_VALUES) return values
  const areNames = values.every((value) => /^[\w.-]+$/u.test(value.value))
  return [text(areNames ? SOME_NAME : ANY_TEXT, join(values, ' ').from)]
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** Every choice of one value per key; beyond the bound the keys are left unknown. */
function combinations(forks: Map<string, Alternatives>): readonly Map<string, Remembered | undefined>[] {
  let all: Map<string, Remembered | undefined>[] = [new Map()]
  for (const [key, alternatives] of forks) {
    const isTooMany = all.length * alternatives.length > MOST_FORKS
    const choices = isTooMany ? [{ words: [text(ANY_TEXT)] }] : alternatives
    all = all.flatMap((pins) => choices.map((choice) => new Map([...pins, [key, choice]])))
  }
  return all
}
