import type { ParsedScript, Word } from 'unbash'
import type { Scope, Shell } from './call.ts'
import type { Remembered } from './memory.ts'
import { text, type Span, type Text } from './text.ts'
import type { Expansion } from './words.ts'

/** What the expansion of words asks of the walk it is part of. */
export interface Around extends Shell {
  readonly commands: readonly unknown[]
  textOf(word: Word, scope: Scope): Text
  runNames(expression: string, scope: Scope): void
  substitute(script: ParsedScript | undefined, scope: Scope): Text
  openInput(script: ParsedScript | undefined, scope: Scope): Text
  nextDescriptor(): string
}

interface Sink {
  readonly path: string
  readonly script: ParsedScript
}

/** The expansion of one command's words, in the scope of that command. */
export class ScopedExpansion implements Expansion {
  /** Scripts of `>(…)`, which run once the command's output is known. */
  readonly sinks: Sink[]
  readonly scope: Scope
  readonly #around: Around

  constructor(around: Around, scope: Scope, sinks: Sink[] = []) {
    this.#around = around
    this.scope = scope
    this.sinks = sinks
  }

  rewritten(span: Span): Expansion {
    if (this.scope.span !== undefined) return this
    return new ScopedExpansion(this.#around, { ...this.scope, span }, this.sinks)
  }

  assigned(name: string): Remembered | undefined {
    return this.#around.variable(name)
  }

  assign(name: string, value: Text): void {
    this.#around.setVariable(name, [value])
  }

  folder(): string {
    return this.#around.folder()
  }

  textOf(word: Word): Text {
    return this.#around.textOf(word, this.scope)
  }

  expandPrompt(value: Text): Text {
    const prompt = text(`echo "${value.value.replaceAll('"', '')}"`, value.from)
    return this.#around.runScript(prompt, this.scope, this.#around.commands.length)
  }

  runNames(expression: string): void {
    this.#around.runNames(expression, this.scope)
  }

  substitute(script: ParsedScript | undefined): Text {
    return this.#around.substitute(script, this.scope)
  }

  openInput(script: ParsedScript | undefined): Text {
    return this.#around.openInput(script, this.scope)
  }

  openOutput(script: ParsedScript | undefined): Text {
    const path = this.#around.nextDescriptor()
    if (script !== undefined) this.sinks.push({ path, script })
    return text(path)
  }
}
