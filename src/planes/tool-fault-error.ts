/** What an agent catches when chaos makes one of its tools fail. */
export class ToolFaultError extends Error {
  override readonly name = 'ToolFaultError'
  readonly tool: string
  readonly status: number
  /** As network errors carry it, so that retry logic recognises a time-out. */
  readonly code: string

  constructor(tool: string, status: number, message: string) {
    super(message)
    this.tool = tool
    this.status = status
    this.code = status === TIMED_OUT ? 'ETIMEDOUT' : `HTTP_${status}`
  }
}

const TIMED_OUT = 504

export function timeOutError(tool: string, afterMs: number): ToolFaultError {
  return new ToolFaultError(tool, TIMED_OUT, `${tool} timed out after ${afterMs} ms`)
}
