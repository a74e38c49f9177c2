import type { Function as FunctionNode } from 'unbash'
import type { Call, Scope, Shell } from './call.ts'
import { isKnown } from './fields.ts'
import { isForkBomb } from './fork-bomb.ts'
import { baseName, programName, resolvePath } from './paths.ts'
import { programHandler, runsOnlyItself } from './programs/index.ts'
import { runLater } from './programs/run-later.ts'
import { isSymbolic, isUnknown, shown } from './symbols.ts'
import { EMPTY, join, NOBODY, text, unknownText, type Text } from './text.ts'
import { NO_SPAN, World } from './world.ts'

const DEEPEST_RECURSION = 5
/** Whether and when it runs is up to others. */
const LATER: Scope = { stdin: undefined, depth: 1, certain: false, span: NO_SPAN }
/** Positions that a function call hides and gives back. */
const POSITIONS = ['@', '*', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Starts commands that are given as words: aliases, functions, programs, files written in the same line. */
export abstract class Starter extends World implements Shell {
  readonly #running: string[] = []

  abstract runScript(script: Text, scope: Scope, by: number): Text
  protected abstract walkFunctionBody(node: FunctionNode, scope: Scope): Text

  runWords(words: readonly Text[], scope: Scope): Text {
    const [first] = words
    if (first === undefined || !this.spend(scope)) return EMPTY
    const aliased = this.#runAlias(words, scope)
    const body = this.recall(`()${first.value}`)?.body
    if (body !== undefined) return this.runFunction(first.value, body as FunctionNode, words.slice(1), scope)
    const output = this.#runProgram(first, words.slice(1), scope)
    return aliased === undefined ? output : join([aliased, output], '')
  }

  override writeFile(path: string, content: Text): void {
    super.writeFile(path, content)
    this.memory.set(`*${baseName(path)}`, [{ words: [content] }])
    const script = runLater(path, content)
    if (script !== undefined) this.runScript(script, LATER, this.commands.length)
  }

  #runProgram(first: Text, args: readonly Text[], scope: Scope): Text {
    this.#runFoundFirst(first.value, scope)
    const copied = this.#copiedProgram(first.value)
    if (copied !== undefined) this.#runProgram(text(copied), args, scope)
    const program = this.#isLocalGlob(first.value)
      ? shown(programName(first.value))
      : programName(first.value)
    const handler = programHandler(program)
    const id = this.note(program, args, scope, handler === undefined && !runsOnlyItself(program))
    this.flow(first.from, id, 'data')
    for (const arg of args) if (arg.from.length > 0) this.flow(arg.from, id, 'data')
    const call: Call = { id, program, args, scope }
    const printed = handler?.(call, this)
    if (handler === undefined) this.#runUnlisted(first, call)
    else if (printed !== undefined) return printed
    if (scope.stdin !== undefined) this.flow(scope.stdin.from, id, 'data')
    return unknownText([id])
  }

  /** A program of this line's own making, once the line has changed where programs are looked for. */
  #runFoundFirst(name: string, scope: Scope): void {
    if (name.includes('/') || this.memory.get('$PATH') === undefined) return
    const content = this.recall(`*${name}`)?.words[0]
    if (content !== undefined) this.runScript(content, { ...scope, certain: false }, this.commands.length)
  }

  /** `./r?` names a file of this project; without a slash, or in a folder of the system, it may be any program. */
  #isLocalGlob(path: string): boolean {
    if (!isSymbolic(path) || isUnknown(path) || !path.includes('/')) return false
    return !resolvePath(path, this.folder()).startsWith('/')
  }

  /** The program that a link or copy made in this line stands for. */
  #copiedProgram(path: string): string | undefined {
    const key = path.includes('/') ? resolvePath(path, this.folder()) : path
    const original = this.memory.get(`@${key}`)?.[0]?.words[0]?.value
    return original !== undefined && programName(original) !== programName(path) ? original : undefined
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
        this.runScript(withoutEscape(arg), { ...call.scope, certain: false }, call.id)
    const shellAt = call.args.findIndex((arg) => STARTS_OTHERS.test(arg.value))
    if (shellAt >= 0) this.runWords(call.args.slice(shellAt), { ...call.scope, certain: false })
  }

  #runAlias(words: readonly Text[], scope: Scope): Text | undefined {
    const [first, ...rest] = words
    const alias = this.recall(`=${first!.value}`)?.words[0]
    if (alias === undefined || this.#running.includes(`=${first!.value}`)) return undefined
    this.#running.push(`=${first!.value}`)
    const script = join([alias, ...rest.map((word) => text(quoted(word.value), word.from))], ' ')
    const output = this.runScript(script, scope, this.commands.length)
    this.#running.pop()
    return output
  }

  protected runFunction(name: string, node: FunctionNode, args: readonly Text[], scope: Scope): Text {
    if (isForkBomb(node)) this.forkBomb = scope.span ?? this.spanOf(node)
    const level = this.#running.filter((one) => one === name).length
    if (level >= DEEPEST_RECURSION) {
      this.undecidable('too-complex', '', scope)
      return unknownText(NOBODY)
    }
    const before = POSITIONS.map((position) => [`$${position}`, this.memory.get(`$${position}`)] as const)
    this.#setPositions(args)
    this.#running.push(name)
    const output = this.walkFunctionBody(node, { ...scope, depth: scope.depth + 1 })
    this.#running.pop()
    for (const [key, alternatives] of before) this.memory.set(key, alternatives)
    return output
  }

  #setPositions(args: readonly Text[]): void {
    this.setVariable('@', args)
    this.setVariable('*', args)
    for (let at = 0; at < 9; at += 1) this.setVariable(String(at + 1), [args[at] ?? EMPTY])
  }
}

/** Shells, by whatever path: what stands behind one is a command even to a program we do not know. */
const STARTS_OTHERS = /^(?:[\w./-]*\/)?(?:ba|da|z|k|a)?sh$|^(?:sudo|env|xargs|busybox)$/u

/** Editors and pagers start what follows `:!`. */
function withoutEscape(arg: Text): Text {
  return /^[:!+]/u.test(arg.value) ? text(arg.value.replace(/^[:!+]+/u, ''), arg.from) : arg
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
