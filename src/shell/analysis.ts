import type { Span, Text } from './text.ts'

/** One program start, seen after every wrapper around it was taken off; wrappers are listed themselves too. */
export interface ShellCommand {
  readonly id: number
  /** Last part of the program's path, lower case, without `.exe`; symbolic where it is not known. */
  readonly program: string
  /** The words after the program, as it would receive them; symbolic where they are not known. */
  readonly args: readonly Text[]
  /** The folder in force, empty when it is not known. */
  readonly folder: string
  /** `false` when the text is handed to a program that may or may not run it. */
  readonly certain: boolean
  /** `true` for programs we know nothing about: they may start what their arguments spell. */
  readonly mayRunArguments: boolean
  readonly span: Span
}

/** Data that passes from one command to another; `code` when the receiver executes it. */
export interface ShellFlow {
  readonly from: number
  readonly to: number
  readonly as: 'data' | 'code'
}

export type UndecidableKind =
  /** The text handed to a shell is only known at run time. */
  | 'unknown-script'
  /** Code of another language starts a process with text that is only known at run time. */
  | 'unknown-code'
  /** The line is not one our parser reads to the end, so parts of it were not looked at. */
  | 'unreadable'
  /** Nesting, decoding or looping went beyond the bounds of the analysis. */
  | 'too-complex'

/** A place where what would run is only known at run time. */
export interface UndecidableSpot {
  readonly kind: UndecidableKind
  readonly span: Span
  /** The text in question, in lower case, with quotes taken off; patterns look for their names in it. */
  readonly text: string
  /** The command that would run it, when there is one. */
  readonly by?: number
}

/** What a command line would run, as far as can be known without running it. */
export interface ShellAnalysis {
  readonly commands: readonly ShellCommand[]
  readonly flows: readonly ShellFlow[]
  readonly undecidable: readonly UndecidableSpot[]
  /** A function that starts itself twice over, as `:(){ :|:& };:` does. */
  readonly forkBomb?: Span
}
