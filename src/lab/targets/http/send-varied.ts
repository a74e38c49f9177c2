import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { JsonObject } from '../../../model/index.ts'
import type { RequestVariation, Timing } from '../../../mutations/request/variation.ts'
import { isFailure, reasonOf, type Outcome } from '../answers.ts'
import { overdue, type Deadline } from '../deadline.ts'
import type { HttpRequest } from './build-request.ts'
import { rawReply } from './raw-reply.ts'
import type { HttpReply } from './read-reply.ts'
import { variedRequest, type RawRequest } from './varied-request.ts'

interface Sending {
  readonly deadline: Deadline
  readonly timeoutMs: number
  /** How the agent is called in messages. */
  readonly place: string
  readonly read: (reply: HttpReply) => Promise<Outcome>
}

/** Sends a request as its variation says, on a connection of its own; with copies the first failure counts. */
export async function sendVaried(
  request: HttpRequest,
  written: JsonObject,
  sending: Sending,
): Promise<Outcome> {
  // sound because variations are only made by the mutations, whose type this is
  const variation = written as RequestVariation
  const raw = variedRequest(request, variation)
  const { copies, timing = {}, framing } = variation
  const count = copies?.count ?? (framing?.pipelined === true ? 2 : 1)
  const one = async (index: number): Promise<Outcome | undefined> => {
    const isAbandoned = index === 0 && copies?.abandonFirstAfterMs !== undefined
    const giveUpMs = isAbandoned ? copies.abandonFirstAfterMs : timing.hangUpAfterMs
    const outcome = await exchange(raw, timing, giveUpMs, sending)
    return isAbandoned ? undefined : outcome
  }
  const outcomes: (Outcome | undefined)[] = []
  if (copies?.connection === 'shared' && copies.apartMs > 0)
    for (let index = 0; index < count; index++) {
      outcomes.push(await one(index))
      await sleep(copies.apartMs)
    }
  else
    outcomes.push(
      ...(await Promise.all(
        Array.from({ length: count }, async (_, index) => {
          await sleep((copies?.apartMs ?? 0) * index)
          return one(index)
        }),
      )),
    )
  const judged = outcomes.filter((outcome) => outcome !== undefined)
  return judged.find(isFailure) ?? judged[0] ?? { reason: 'refused', message: 'every copy was given up' }
}

async function exchange(
  raw: RawRequest,
  timing: Timing,
  giveUpMs: number | undefined,
  { deadline, timeoutMs, place, read }: Sending,
): Promise<Outcome> {
  const socket = open(raw.url)
  const stop = (): void => void socket.destroy(new Error('the time is up'))
  deadline.signal.addEventListener('abort', stop, { once: true })
  const hangUp = giveUpMs === undefined ? undefined : setTimeout(() => socket.destroy(), giveUpMs)
  try {
    await once(socket, raw.url.protocol === 'https:' ? 'secureConnect' : 'connect')
    let mayGoOn: () => void = () => undefined
    const continued = raw.expectsContinue ? new Promise<void>((resolve) => (mayGoOn = resolve)) : undefined
    const chunks = reading(socket, timing)
    const replying = rawReply(chunks, mayGoOn)
    // a server may answer before it has read everything, so writing never fails the exchange
    const writing = write(socket, raw, timing, continued && Promise.race([continued, sleep(1_000)])).catch(
      () => undefined,
    )
    const reply = await replying
    const outcome = await read(reply)
    void writing
    return outcome
  } catch (error) {
    if (deadline.signal.aborted) return overdue(deadline, timeoutMs)
    return { reason: 'crashed', message: `the agent at ${place} broke off: ${reasonOf(error)}` }
  } finally {
    clearTimeout(hangUp)
    deadline.signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}

function open({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/gu, '')
  return protocol === 'https:'
    ? connectTls({ host, port: Number(port || 443), servername: host })
    : connect({ host, port: Number(port || 80) })
}

async function write(
  socket: Socket,
  { head, body }: RawRequest,
  timing: Timing,
  mayGoOn: Promise<unknown> | undefined,
): Promise<void> {
  if (timing.beforeHeadMs !== undefined) await sleep(timing.beforeHeadMs)
  socket.write(head)
  if (timing.beforeBodyMs !== undefined) await sleep(timing.beforeBodyMs)
  await mayGoOn
  const { pieces } = timing
  if (pieces === undefined) return void socket.write(body)
  for (let at = 0; at < body.length && !socket.destroyed; at += pieces.bytes) {
    socket.write(body.subarray(at, at + pieces.bytes))
    await sleep(pieces.pauseMs)
  }
}

async function* reading(socket: Socket, { slowReader }: Timing): AsyncGenerator<Uint8Array, undefined> {
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    if (slowReader === undefined) yield chunk
    else
      for (let at = 0; at < chunk.length; at += slowReader.bytes) {
        yield chunk.subarray(at, at + slowReader.bytes)
        await sleep(slowReader.pauseMs)
      }
  }
  return undefined
}
