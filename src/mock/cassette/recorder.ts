import { open, readFile, type FileHandle } from 'node:fs/promises'
import { HoldfastError } from '../../kit/errors.ts'
import { decodeBody } from '../read-body.ts'
import type { Exchange, ExchangeRequest, ExchangeResponse } from '../exchange.ts'
import { findRoute } from '../find-route.ts'
import { cleanStream, cleanWhole, type TimedBytes } from './clean-body.ts'
import { recordableHeaders } from './clean-headers.ts'
import { CASSETTE_FORMAT, recordedFrame, type CassetteEntry } from './entry.ts'
import { fingerprintOf, recordableRequest } from './fingerprint.ts'
import type { SecretScanner } from './secrets.ts'

export interface RecorderOptions {
  readonly secrets: SecretScanner
  readonly nowMs: () => number
  /** Told of every answer that could not be kept; the client still got it. */
  readonly onProblem?: (problem: HoldfastError) => void
}

export interface Recorder {
  /** The same exchange, whose answers are kept. An answer that its client did not wait for is none. */
  recording(upstream: Exchange): Exchange
  readonly recorded: number
  /** Fails when any answer could not be kept. */
  close(): Promise<void>
}

/** Writes over an older cassette, and over no other file. */
export async function createRecorder(path: string, options: RecorderOptions): Promise<Recorder> {
  const { secrets, nowMs, onProblem = () => undefined } = options
  const handle = await openCassette(path)
  let queue = handle.appendFile(`${JSON.stringify({ format: CASSETTE_FORMAT })}\n`)
  let firstProblem: HoldfastError | undefined
  let requests = 0
  let recorded = 0
  let closed: Promise<void> | undefined

  function fail(reason: string, cause?: unknown): void {
    const problem = new HoldfastError('HF_FILE', `not recorded in \`${path}\`: ${reason}`, undefined, {
      cause,
    })
    firstProblem ??= problem
    onProblem(problem)
  }

  async function keep(request: ExchangeRequest, number: number, heard: HeardResponse): Promise<void> {
    const body = await cleanBody(request, heard, secrets)
    if (typeof body === 'string') return fail(body)
    const { response, cut } = heard
    const known = recordableRequest(request, secrets)
    const entry: CassetteEntry = {
      number,
      fingerprint: fingerprintOf(known),
      request: known,
      response: {
        status: response.status,
        headers: recordableHeaders(response.headers, secrets),
        frames: body.map(({ bytes, afterMs }) => recordedFrame(bytes, afterMs)),
        ...(cut && { cut: true }),
      },
    }
    queue = queue.then(() => handle.appendFile(`${JSON.stringify(entry)}\n`))
    try {
      await queue
      recorded += 1
    } catch (error) {
      fail((error as Error).message, error)
    }
  }

  return {
    recording: (upstream) => async (request, signal) => {
      const number = requests
      requests += 1
      const startedMs = nowMs()
      const response = await upstream(request, signal)
      const keepPieces = (pieces: readonly TimedBytes[], cut: boolean) =>
        keep(request, number, { response, pieces, cut })
      const afterMs = () => Math.round(nowMs() - startedMs)
      if (!(response.body instanceof Uint8Array))
        return { ...response, body: overheard(response.body, afterMs, keepPieces) }
      await keepPieces([{ afterMs: afterMs(), bytes: response.body }], false)
      return response
    },
    get recorded() {
      return recorded
    },
    close: () => (closed ??= finish()),
  }

  async function finish(): Promise<void> {
    await queue.catch(() => undefined)
    await handle.close()
    if (firstProblem !== undefined) throw firstProblem
  }
}

interface HeardResponse {
  readonly response: ExchangeResponse
  readonly pieces: readonly TimedBytes[]
  readonly cut: boolean
}

/** Passes a body on and keeps it once it is over; one that breaks off is kept as far as it came. */
async function* overheard(
  body: AsyncIterable<Uint8Array>,
  afterMs: () => number,
  keep: (pieces: readonly TimedBytes[], cut: boolean) => Promise<void>,
): AsyncIterable<Uint8Array> {
  const pieces: TimedBytes[] = []
  try {
    for await (const bytes of body) {
      pieces.push({ afterMs: afterMs(), bytes: Uint8Array.from(bytes) })
      yield bytes
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') await keep(pieces, true)
    throw error
  }
  await keep(pieces, false)
}

/** What may be kept of a body, or the reason why nothing may. */
async function cleanBody(
  { method, path }: ExchangeRequest,
  { response, pieces }: HeardResponse,
  secrets: SecretScanner,
): Promise<readonly TimedBytes[] | string> {
  const encoding = response.headers['content-encoding']
  const whole = Buffer.concat(pieces.map(({ bytes }) => bytes))
  const read = await decodeBody(whole, encoding)
  if (!read.ok) return `the answer cannot be searched for secrets: ${read.reason}`
  const isPacked = !whole.equals(read.body)
  const afterMs = pieces.at(-1)?.afterMs ?? 0
  const plain = isPacked ? [{ afterMs, bytes: read.body }] : pieces
  const clean = isStream(response, method, path)
    ? cleanStream(plain, secrets, streamKind(method, path))
    : cleanWhole({ afterMs, bytes: read.body }, secrets)
  return clean ?? 'the answer holds a secret in a place where it cannot be taken out'
}

function isStream({ headers, status }: ExchangeResponse, method: string, path: string): boolean {
  if (headers['content-type']?.startsWith('text/event-stream') === true) return true
  const found = findRoute(method, path)
  return status === 200 && found.kind === 'model' && found.route.framing !== undefined
}

function streamKind(method: string, path: string): Parameters<typeof cleanStream>[2] {
  const found = findRoute(method, path)
  if (found.kind !== 'model') return undefined
  return { format: found.format, framing: found.route.framing ?? found.format.framing }
}

async function openCassette(path: string): Promise<FileHandle> {
  try {
    const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    if (before.trim() !== '' && !before.startsWith(`{"format":"${CASSETTE_FORMAT}"`))
      throw new HoldfastError(
        'HF_FILE',
        `\`${path}\` is there and is not a cassette`,
        'name another file; only an older cassette is written over',
      )
    // bodies may be nobody else's business
    return await open(path, 'w', 0o600)
  } catch (error) {
    if (error instanceof HoldfastError) throw error
    throw new HoldfastError('HF_FILE', `cannot write \`${path}\`: ${(error as Error).message}`, undefined, {
      cause: error,
    })
  }
}
