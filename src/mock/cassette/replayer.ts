import { readFile } from 'node:fs/promises'
import { canonicalJson } from '../../kit/canonical-json.ts'
import { HoldfastError } from '../../kit/errors.ts'
import { fromAnswer, type Exchange, type ExchangeResponse } from '../exchange.ts'
import { voiceFor } from '../find-route.ts'
import { objectOf } from '../json-object.ts'
import type { Sleep } from '../model-exchange.ts'
import { frameBytes, readCassette, type CassetteEntry, type RecordedResponse } from './entry.ts'
import { fingerprintOf, recordableRequest, type RecordedRequest } from './fingerprint.ts'
import { redactJson, type SecretScanner } from './secrets.ts'

export interface ReplayerOptions {
  /** The same that recorded: a request is known again by what is left of it without its secrets. */
  readonly secrets: SecretScanner
  /** What happens when a request comes more often than it was recorded. */
  readonly whenUsedUp?: 'refuse' | 'start-again'
  /** With it, answers take as long as they took when they were recorded. */
  readonly sleep?: Sleep
}

export interface Replayer {
  readonly exchange: Exchange
  readonly entries: number
  /** Requests on the cassette that nobody made. */
  unused(): readonly RecordedRequest[]
}

interface Track {
  readonly answers: readonly CassetteEntry[]
  used: number
}

/** Answers from a cassette, byte for byte; what is not on it is an error and never another answer. */
export async function createReplayer(path: string, options: ReplayerOptions): Promise<Replayer> {
  const { secrets, whenUsedUp = 'refuse', sleep } = options
  const entries = readCassette(path, await readText(path))
  const tracks = new Map<string, Track>()
  for (const [fingerprint, answers] of grouped(entries, secrets))
    tracks.set(fingerprint, { answers, used: 0 })

  const exchange: Exchange = async (request, signal) => {
    const asked = recordableRequest(request, secrets)
    const fingerprint = fingerprintOf(asked)
    const track = tracks.get(fingerprint)
    if (track === undefined) return refusal(asked, notThere(asked, fingerprint, entries))
    const at = whenUsedUp === 'start-again' ? track.used % track.answers.length : track.used
    const entry = track.answers[at]
    if (entry === undefined)
      return refusal(
        asked,
        `This request was recorded ${times(track.answers.length)} and is now made for the ${track.used + 1}. time.`,
      )
    track.used += 1
    return played(entry.response, sleep, signal)
  }

  return {
    exchange,
    entries: entries.length,
    unused: () =>
      [...tracks.values()].flatMap(({ answers, used }) => answers.slice(used).map((each) => each.request)),
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'no such file' : message
    throw new HoldfastError('HF_FILE', `cannot read the cassette \`${path}\`: ${reason}`, undefined, {
      cause: error,
    })
  }
}

/** Fingerprints are made anew, so that a scanner that has learnt a new kind of secret still finds old requests. */
function grouped(entries: readonly CassetteEntry[], secrets: SecretScanner): Map<string, CassetteEntry[]> {
  const groups = new Map<string, CassetteEntry[]>()
  for (const entry of entries) {
    const { method, path, body } = entry.request
    const fingerprint = fingerprintOf({ method, path, body: redactJson(body, secrets) })
    const group = groups.get(fingerprint)
    if (group === undefined) groups.set(fingerprint, [entry])
    else group.push(entry)
  }
  return groups
}

function played(response: RecordedResponse, sleep: Sleep | undefined, signal: AbortSignal): ExchangeResponse {
  const { status, headers, frames, cut } = response
  const isStream = headers['content-type']?.startsWith('text/event-stream') === true || frames.length > 1
  if (!isStream && cut === undefined && sleep === undefined)
    return { status, headers, body: Buffer.concat(frames.map(frameBytes)) }
  return { status, headers, body: playedFrames(response, sleep, signal) }
}

async function* playedFrames(
  { frames, cut }: RecordedResponse,
  sleep: Sleep | undefined,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  let nowMs = 0
  for (const frame of frames) {
    if (sleep !== undefined && frame.afterMs > nowMs) await sleep(frame.afterMs - nowMs, signal)
    nowMs = Math.max(nowMs, frame.afterMs)
    yield frameBytes(frame)
  }
  if (cut === true) throw new Error('the recorded connection broke here')
}

/** 404 is a status no client repeats. */
function refusal({ path }: RecordedRequest, message: string): ExchangeResponse {
  const answer = voiceFor(path).error({ status: 404, message, code: 'not_on_cassette' })
  return fromAnswer(answer, { 'x-should-retry': 'false' })
}

function notThere(
  { method, path, body }: RecordedRequest,
  fingerprint: string,
  entries: readonly CassetteEntry[],
): string {
  const message = `${method} ${path} with this body is not on the cassette (fingerprint ${fingerprint}).`
  const sameRoute = entries.filter(({ request }) => request.method === method && request.path === path)
  if (sameRoute.length === 0) return `${message} Nothing was recorded at this address.`
  const differences = sameRoute.map(({ number, request }) => ({
    number,
    keys: differingKeys(body, request.body),
  }))
  const nearest = differences.reduce((best, each) => (each.keys.length < best.keys.length ? each : best))
  return `${message} The nearest recorded request, number ${nearest.number}, differs in: ${nearest.keys.join(', ')}.`
}

function differingKeys(left: RecordedRequest['body'], right: RecordedRequest['body']): readonly string[] {
  const [one, other] = [objectOf(left), objectOf(right)]
  if (one === undefined || other === undefined) return ['the body']
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].filter((key) => canonicalJson(one[key]) !== canonicalJson(other[key])).sort()
}
