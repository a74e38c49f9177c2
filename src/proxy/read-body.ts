import type { IncomingMessage } from 'node:http'

/** Bytes held in memory by all exchanges together, so that many large bodies cannot add up without limit. */
export interface ByteBudget {
  take(bytes: number): boolean
  give(bytes: number): void
  readonly heldBytes: number
}

export function byteBudget(limitBytes: number): ByteBudget {
  let held = 0
  return {
    take(bytes) {
      if (held + bytes > limitBytes) return false
      held += bytes
      return true
    },
    give(bytes) {
      held -= bytes
    },
    get heldBytes() {
      return held
    },
  }
}

export type BodyRead =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** Larger than the limit; `bytes` is what was read, and the rest is still in the request. */
  | { readonly kind: 'too-large'; readonly bytes: Buffer }
  /** The sum of all bodies in memory is at its limit. */
  | { readonly kind: 'no-room' }
  /** The client went away or broke off. */
  | { readonly kind: 'cut' }

/** Reads a body whole, up to a limit. What was taken from the budget is for the caller to give back. */
export function readBody(
  request: IncomingMessage,
  limitBytes: number,
  budget: ByteBudget,
): Promise<BodyRead> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    let isOver = false
    const finish = (read: BodyRead): void => {
      if (isOver) return
      isOver = true
      if (read.kind === 'no-room' || read.kind === 'cut') budget.give(length)
      if (read.kind !== 'whole') request.off('data', onData)
      resolve(read)
    }
    const onData = (chunk: Buffer): void => {
      if (!budget.take(chunk.length)) {
        request.pause()
        return finish({ kind: 'no-room' })
      }
      chunks.push(chunk)
      length += chunk.length
      if (length <= limitBytes) return
      request.pause()
      finish({ kind: 'too-large', bytes: joined(chunks) })
    }
    request
      .on('data', onData)
      .on('end', () => finish(request.complete ? { kind: 'whole', bytes: joined(chunks) } : { kind: 'cut' }))
      // whatever breaks a request closes it, and without a listener for errors none is raised
      .on('close', () => finish({ kind: 'cut' }))
  })
}

function joined(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

const MOST_DRAIN_MS = 60_000

/**
 * Reads the rest and throws it away. An answer sent before the client has finished would meet a closed connection on
 * the client's side, and so never be read.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MOST_DRAIN_MS)
    const finish = (): void => {
      clearTimeout(timer)
      resolve()
    }
    request.once('end', finish).once('close', finish).resume()
  })
}
