import type { Assignment, Command, CommandArgument, ParsedScript, Word } from 'unbash'
import type { Scope } from './call.ts'
import type { Alternatives, Remembered } from './memory.ts'
import { programName } from './paths.ts'
import { redirect, type Redirected } from './redirections.ts'
import { ScopedExpansion, type Around } from './scoped-expansion.ts'
import { runByName, runSubstitutions } from './programs/run-by-name.ts'
import { Starter } from './starter.ts'
import { ANY_TEXT } from './symbols.ts'
import { concat, EMPTY, join, NOBODY, text, unknownText, type Text } from './text.ts'
import { expandToText, expandWords, type Expansion } from './words.ts'

const MOST_FORKS = 16
/** What the shell itself reads, once `exec` has changed it. */
const SHELL_INPUT = '<0'

/** Walks single commands: their assignments, words and redirections. */
export abstract class CommandWalker extends Starter implements Around {
  /** Set when the script mentions `$_`; remembering every last word would cost all other scripts. */
  #usesLastWord = false

  protected abstract walkSubscript(script: ParsedScript, scope: Scope): Text

  protected walkCommand(node: Command, scope: Scope): Text {
    if (!this.memory.hasAlternatives) return this.#runCommand(node, scope)
    const forks = this.#forksOf(node, scope)
    if (forks.size === 0) return this.#runCommand(node, scope)
    const outer = this.pins
    let output = EMPTY
    const works = combinations(forks).map((pins) => () => {
      this.pins = new Map([...outer, ...pins])
      output = concat(output, this.#runCommand(node, scope))
    })
    this.memory.branches(works)
    this.pins = outer
    return output
  }

  /** Which keys with several possible values this command looks at. */
  #forksOf(node: Command, scope: Scope): Map<string, Alternatives> {
    const outer = this.forks
    const forks = (this.forks = new Map<string, Alternatives>())
    this.memory.isolate(() => {
      const uncertain = { ...scope, certain: false }
      const words = this.#argumentsOf(node, new ScopedExpansion(this, uncertain), uncertain)
      for (const part of node.prefix) if (part.type === 'Assignment') this.#valueOf(part, uncertain)
      if (words[0] !== undefined) this.recall(`()${words[0].value}`)
      this.recall('cwd')
    })
    this.forks = outer
    return forks
  }

  #runCommand(node: Command, scope: Scope): Text {
    const expansion = new ScopedExpansion(this, scope)
    if (node.name === undefined && node.suffix.length === 0)
      return this.#runAssignments(node, scope, expansion)
    const words = this.#argumentsOf(node, expansion, scope)
    const redirects = node.redirects
    const around = redirects.length === 0 ? undefined : redirect(redirects, expansion, this)
    const span = scope.span ?? this.spanOf(node)
    // written out because this runs for every command and a spread costs several times as much
    const inner: Scope = {
      stdin: (around === undefined ? scope.stdin : around.stdin) ?? this.recall(SHELL_INPUT)?.words[0],
      depth: scope.depth,
      certain: scope.certain,
      span,
    }
    // `exec < file`: from here on the shell itself reads there
    if (words.length === 1 && words[0]!.value === 'exec' && around?.stdin !== undefined)
      this.memory.set(SHELL_INPUT, [{ words: [around.stdin] }])
    const run = () => this.runWords(withDiskTarget(words, around?.outputPath), inner)
    const output = node.prefix.length === 0 ? run() : this.#withAssignments(node, inner, run)
    const last = words.at(-1)
    if (last !== undefined && words.length > 1 && this.#usesLastWord) this.setVariable('_', [last])
    return this.deliver(output, around, expansion)
  }

  /** A name in arithmetic stands for its value, which is read as arithmetic again. */
  runNames(expression: string, scope: Scope): void {
    for (const [name] of expression.matchAll(/[A-Za-z_]\w{0,64}/gu)) {
      const value = this.variable(name)?.words[0]
      if (value !== undefined) runSubstitutions(value, scope, this.commands.length, this)
    }
  }

  protected watchLastWord(source: string): void {
    this.#usesLastWord ||= source.includes('$_') || source.includes('${_')
  }

  #argumentsOf(node: Command, expansion: Expansion, scope: Scope): readonly Text[] {
    if (node.name === undefined) return []
    const words = expandWords([node.name], expansion)
    const args = node.args
    if (args.length === 0) return words
    const out = [...words]
    let end = node.name.end
    for (const arg of args) {
      const more = arg.type === 'Word' ? expandWords([arg], expansion) : this.#assignmentWords(arg, scope)
      // the parser takes `--file=<(…)` apart, the shell does not
      const isOneWord = arg.pos === end && arg.type === 'Word' && arg.text.startsWith('<(') && more.length > 0
      if (isOneWord) out.push(join([out.pop() ?? EMPTY, more[0]!], ''), ...more.slice(1))
      else out.push(...more)
      end = arg.end
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
    const around = redirect(node.redirects, expansion, this)
    return this.deliver(around.stdin ?? EMPTY, around, expansion)
  }

  #withAssignments(node: Command, scope: Scope, run: () => Text): Text {
    const before = new Map<string, Alternatives | undefined>()
    for (const part of node.prefix) {
      if (part.type !== 'Assignment') continue
      const key = `$${part.name}`
      if (!before.has(key)) before.set(key, this.memory.get(key))
      this.#assign(part, scope)
      const value = this.variable(part.name)?.words[0]
      if (value !== undefined) runByName(part.name, value, scope, this.commands.length, this)
    }
    const output = run()
    for (const [key, alternatives] of before) this.memory.set(key, alternatives)
    return output
  }

  /** Puts a command's output where its redirections and `>(…)` send it; gives what is left for the pipe. */
  protected deliver(output: Text, around: Redirected | undefined, expansion: ScopedExpansion): Text {
    for (const sink of expansion.sinks)
      this.walkSubscript(sink.script, { ...expansion.scope, stdin: this.readFile(sink.path) ?? output })
    if (around?.outputPath === undefined) return output
    this.writeFile(around.outputPath.value, output)
    return EMPTY
  }

  textOf(word: Word, scope: Scope): Text {
    return expandToText(word, new ScopedExpansion(this, scope))
  }

  wordsOf(words: readonly Word[], scope: Scope): readonly Text[] {
    return expandWords(words, new ScopedExpansion(this, scope))
  }

  substitute(script: ParsedScript | undefined, scope: Scope): Text {
    return script === undefined ? unknownText(NOBODY) : this.walkSubscript(script, scope)
  }

  /** Gives `<(…)` a path under which its output can be read. */
  openInput(script: ParsedScript | undefined, scope: Scope): Text {
    const output = this.substitute(script, scope)
    const path = this.nextDescriptor()
    this.writeFile(path, output)
    return text(path, output.from)
  }
}

/** `dd` writes where its output is sent just as where `of=` says. */
function withDiskTarget(words: readonly Text[], outputPath: Text | undefined): readonly Text[] {
  if (outputPath === undefined || !words.some((word) => programName(word.value) === 'dd')) return words
  return [...words, text(`of=${outputPath.value}`, outputPath.from)]
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
