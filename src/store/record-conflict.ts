import { HoldfastError } from '../kit/errors.ts'

/** A record came too late: the session already holds this place in its order. */
export class RecordConflictError extends HoldfastError {
  readonly sessionId: string
  readonly seq: number

  constructor(sessionId: string, seq: number) {
    super(
      'HF_FILE',
      `record ${seq} of session \`${sessionId}\` was refused: another writer has already written that far`,
      'let one process at a time keep a session in memory, or number its records inside `update`',
    )
    this.sessionId = sessionId
    this.seq = seq
  }
}
