import {
  parse,
  type AndOr,
  type CommandNode,
  type CompoundList,
  type Function as FunctionNode,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  type Statement,
  type Word,
} from 'unbash'
import type { Scope } from './call.ts'
import { CommandWalker } from './command-walker.ts'
import { isTooNested } from './nesting.ts'
import { runIndexes } from './programs/run-by-name.ts'
import { redirect } from './redirections.ts'
import { ScopedExpansion } from './scoped-expansion.ts'
import { ANY_TEXT, asOneWord, isSymbolic, SOME_NAME } from './symbols.ts'
import { concat, EMPTY, FILE_ON_DISK, join, NOBODY, text, unknownText, type Text } from './text.ts'
import { substitutionsIn, wordsIn } from './words.ts'
import { NO_SPAN } from './world.ts'

const MOST_LOOP_VALUES = 24

/** Walks a script as a shell would run it, on symbolic text, and notes every command it would start. */
export class Walker extends CommandWalker {
  runScript(script: Text, scope: Scope, by: number): Text {
    this.flow(script.from, by, 'code')
    if (script.value.trim() === '') return EMPTY
    if (isOnlyUnknown(script.value)) {
      if (script !== FILE_ON_DISK) this.undecidable('unknown-script', script.value, scope, by)
      return unknownText([by])
    }
    this.watchLastWord(script.value)
    if (!this.spend(scope, script.value.length)) return unknownText([by])
    return this.#walkSource(script.value, { ...scope, depth: scope.depth + 1 })
  }

  walk(source: string, scope: Scope): Text {
    this.watchLastWord(source)
    return this.#walkSource(source, scope)
  }

  #walkSource(source: string, scope: Scope): Text {
    if (!isTooNested(source)) return this.#walkParsed(parse(source), source, scope)
    this.exhaust()
    return unknownText(NOBODY)
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
    for (const { command } of statements) {
      if (this.isExhausted) return output
      output = concat(output, this.#walkNode(command, scope))
    }
    return output
  }

  #walkBody(body: CompoundList, scope: Scope): Text {
    return this.#walkList(body.commands, scope)
  }

  // oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, which the compiler checks
  #walkNode(node: PipelineNode | AndOr | FunctionNode | CompoundList, scope: Scope): Text {
    switch (node.type) {
      case 'Command':
        return this.walkCommand(node, scope)
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
        // the shell calls this one by itself
        if (node.name.value.startsWith('command_not_found_handle'))
          this.runFunction(node.name.value, node, [], scope)
        return EMPTY
      case 'Coproc':
        return this.#walkNode(node.body, scope)
      case 'Redirected': {
        const expansion = new ScopedExpansion(this, scope)
        const around = redirect(node.redirects, expansion, this)
        return this.deliver(
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
    if (node.type === 'ArithmeticCommand') this.runNames(node.body, scope)
    else for (const word of wordsIn(node)) this.#walkOperand(word, scope)
    return EMPTY
  }

  /** `-v` and `-eq` read their operands as names and numbers, and an index in them is expanded again. */
  #walkOperand(word: Word, scope: Scope): void {
    if (/\$[\w{]|'/u.test(word.text))
      runIndexes([this.textOf(word, scope)], scope, this.commands.length, this)
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
      const stage = isPiped ? { ...scope, stdin } : scope
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
    const turn = () => {
      for (const body of bodies) output = concat(output, this.#walkBody(body, scope))
    }
    this.memory.branches([() => this.memory.repeat(turn), () => undefined])
    return output
  }

  #walkFor(name: string, list: readonly Word[] | undefined, body: CompoundList, scope: Scope): Text {
    const values = list === undefined ? (this.variable('@')?.words ?? []) : this.wordsOf(list, scope)
    let output = EMPTY
    for (const value of loopValues(values)) {
      if (this.isExhausted) return output
      this.setVariable(name, [text(asOneWord(value.value), value.from)])
      output = concat(output, this.#walkBody(body, scope))
    }
    return output
  }

  protected walkFunctionBody(node: FunctionNode, scope: Scope): Text {
    return this.#walkNode(node.body, scope)
  }

  protected walkSubscript(script: ParsedScript, scope: Scope): Text {
    if (!this.spend(scope)) return unknownText(NOBODY)
    const span = scope.span ?? (script.source === undefined ? undefined : NO_SPAN)
    return this.memory.isolate(() =>
      this.#walkParsed(script, script.source ?? '', { ...scope, span, depth: scope.depth + 1 }),
    )
  }
}

function isOnlyUnknown(script: string): boolean {
  return isSymbolic(script) && /^[\s;"'\uE000-\uE002]*$/u.test(script)
}

function endOfChain(node: AndOr, from: number): number {
  let end = from + 1
  while (end < node.commands.length && node.operators[end - 1] === '&&') end += 1
  return end
}

function loopValues(values: readonly Text[]): readonly Text[] {
  if (values.length <= MOST_LOOP_VALUES) return values
  const areNames = values.every((value) => /^[\w.-]+$/u.test(value.value))
  return [text(areNames ? SOME_NAME : ANY_TEXT, join(values, ' ').from)]
}
