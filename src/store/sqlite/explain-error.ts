import { HoldfastError } from '../../kit/errors.ts'

/** SQLite's own errors in words that say what to do; ours pass through. */
export function explained<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw explain(file, error)
  }
}

export function explain(file: string, error: unknown): unknown {
  if (!isSqliteError(error)) return error
  if (isDamage(error))
    return new HoldfastError(
      'HF_INVALID_FILE',
      `\`${file}\` is damaged or not a database: ${error.message}`,
      'move the file away to start afresh; nothing was changed in it',
      { cause: error },
    )
  if (isBusy(error))
    return new HoldfastError(
      'HF_FILE',
      `\`${file}\` has been locked by another process for too long`,
      'see which process holds it; nothing is lost, what was not written is tried again',
      { cause: error },
    )
  return new HoldfastError('HF_FILE', `cannot use \`${file}\`: ${error.message}`, undefined, { cause: error })
}

// by SQLite's fixed sentences, because the package leaves the number out of some errors

function isDamage({ message }: Error): boolean {
  return message.includes('is malformed') || message.includes('not a database')
}

export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && error.message.includes('is locked')
}

function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}
