/** Every error a user can meet, in one table; `docs/reference/errors.md` is written from it. */
export const ERROR_CODES = {
  HF_USAGE: 'a command was called with words it does not take',
  HF_FILE: 'a file could not be read or written',
  HF_INVALID_FILE: 'a file does not say what its kind of file must say',
  HF_UNKNOWN_NAME: 'something names an extension that is not registered',
  HF_DUPLICATE_NAME: 'two extensions claim the same name',
  HF_MISSING_PACKAGE: 'an optional package is needed and not installed',
  HF_CANNOT_JUDGE: 'a check could not be carried out, so nothing is known',
} as const

export type ErrorCode = keyof typeof ERROR_CODES

/** An error with a code, a sentence and, where there is one, the way out. Its stack is never shown. */
export class HoldfastError extends Error {
  override readonly name = 'HoldfastError'
  readonly code: ErrorCode
  readonly hint: string | undefined

  constructor(code: ErrorCode, message: string, hint?: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.hint = hint
  }
}
