import type { FileText } from '../contract/index.ts'
import type { Plugin } from '../plugins/index.ts'

/** 0 kept · 1 broken · 2 wrong usage or configuration · 3 could not judge; scripts branch on these. */
export type ExitCode = 0 | 1 | 2 | 3

/** The world of a command; tests give it another one. */
export interface CliIo {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether output may be coloured. */
  readonly colour: boolean
  readonly columns: number
  /** Whether people watch standard error, so that a line may be written over. */
  readonly live?: boolean
  /** What the project adds, for commands that use it. */
  readonly plugin?: Plugin
  nowMs(): number
  out(text: string): void
  err(text: string): void
  /** Reads a text file whole, up to a limit; `from` is the file that names it. */
  readText(path: string, limitBytes: number, from?: string): FileText
  /** Lines of a file, or of standard input for `-`, without holding them all. */
  lines(path: string): AsyncIterable<string>
  /** Puts a question to the person at the terminal; absent where nobody sits at one. */
  ask?(question: string): Promise<string>
}
