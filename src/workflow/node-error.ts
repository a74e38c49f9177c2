/** What kind of thing went wrong; the first words of the message follow from it. */
export const ERROR_CLASSES = {
  config: 'configuration error: ',
  workflow: '',
  policy: 'policy violation: ',
  contract: 'contract breach: ',
  capability: 'capability unavailable: ',
  tool: '',
  intelligence: 'intelligence call failed: ',
  mcp: 'mcp: ',
  schema: 'schema validation failed: ',
  budget: 'budget exceeded: ',
  cancelled: '',
  timeout: 'timeout ',
} as const

export type ErrorClass = keyof typeof ERROR_CLASSES

/** A node could not do its work. What a run does about it depends on the class alone. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly errorClass: ErrorClass

  constructor(errorClass: ErrorClass, message: string, options?: ErrorOptions) {
    super(`${ERROR_CLASSES[errorClass]}${message}`, options)
    this.errorClass = errorClass
  }

  /** Nothing is done again that was forbidden, or that no time or budget is left for. */
  get isFinal(): boolean {
    return FINAL.has(this.errorClass)
  }

  get isTransient(): boolean {
    return TRANSIENT.has(this.errorClass)
  }
}

const FINAL: ReadonlySet<ErrorClass> = new Set([
  'policy',
  'contract',
  'budget',
  'timeout',
  'cancelled',
  'config',
])
const TRANSIENT: ReadonlySet<ErrorClass> = new Set(['tool', 'intelligence', 'mcp'])

export function toolError(tool: string, reason: string, options?: ErrorOptions): NodeError {
  return new NodeError('tool', `tool \`${tool}\` failed: ${reason}`, options)
}

export function workflowError(workflow: string, reason: string): NodeError {
  return new NodeError('workflow', `workflow \`${workflow}\`: ${reason}`)
}

/** The system's own word, such as ENOENT, in the words people know. */
export function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string' && Object.hasOwn(WORDS, code)) return WORDS[code]!
  return String(error instanceof Error ? error.message : error).split('\n')[0]!
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or directory (ENOENT)',
  EACCES: 'Permission denied (EACCES)',
  EISDIR: 'Is a directory (EISDIR)',
  ENOTDIR: 'Not a directory (ENOTDIR)',
  EEXIST: 'File exists (EEXIST)',
  ENOSPC: 'No space left on device (ENOSPC)',
  ECONNREFUSED: 'connection refused (ECONNREFUSED)',
  ECONNRESET: 'connection reset (ECONNRESET)',
  ENOTFOUND: 'no such host (ENOTFOUND)',
}
