/** One thing worth telling an operator. Never holds a header, a key or the text of an agent. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error'
  readonly code: string
  readonly message: string
}

export type Log = (entry: LogEntry) => void

/** An error in words for a log: its message, and never its stack or the request it belonged to. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  const words = typeof message === 'string' && message !== '' ? message : String(error)
  return typeof code === 'string' && !words.includes(code) ? `${words} (${code})` : words
}
