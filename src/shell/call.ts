import type { UndecidableKind } from './analysis.ts'
import type { Memory, Remembered } from './memory.ts'
import type { Span, Text } from './text.ts'

/** Where a piece of script stands: what it reads, how deep it is nested, whether it surely runs. */
export interface Scope {
  /** What standard input holds, or `undefined` when nothing feeds it. */
  readonly stdin: Text | undefined
  readonly depth: number
  readonly certain: boolean
  /** Set inside nested text, whose own positions mean nothing to the reader. */
  readonly span: Span | undefined
}

/** One program start, as its handler sees it. */
export interface Call {
  readonly id: number
  readonly program: string
  readonly args: readonly Text[]
  readonly scope: Scope
}

/** What handlers of single programs may ask of the walk around them. */
export interface Shell {
  readonly memory: Memory
  /** Runs text as a shell script on behalf of command `by`; gives what it prints. */
  runScript(script: Text, scope: Scope, by: number): Text
  /** Runs a command given as words; gives what it prints. */
  runWords(words: readonly Text[], scope: Scope): Text
  /** Lists a command that has the same effect as what was met. */
  runsLike(program: string, args: readonly Text[], scope: Scope): number
  flow(from: readonly number[], to: number, as: 'data' | 'code'): void
  undecidable(kind: UndecidableKind, text: string, scope: Scope, by?: number): void
  variable(name: string): Remembered | undefined
  setVariable(name: string, words: readonly Text[]): void
  /** The folder in force, empty when it is not known. */
  folder(): string
  readFile(path: string): Text | undefined
  writeFile(path: string, content: Text): void
}

/** Gives what the program prints; `undefined` when that is not known. */
export type ProgramHandler = (call: Call, shell: Shell) => Text | undefined

export type ProgramTable = Readonly<Record<string, ProgramHandler>>
