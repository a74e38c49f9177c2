/** One thing worth telling an operator. Never holds arguments, results or headers. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error'
  readonly code: string
  readonly message: string
}

export type Log = (entry: LogEntry) => void

export function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
