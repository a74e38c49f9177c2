import type { Readable, Writable } from 'node:stream'
import type { JsonValue } from '../model/index.ts'
import { errorReply, RPC } from './json-rpc.ts'
import { createLineSplitter, type Line } from './line-splitter.ts'
import { reasonOf, type Log } from './log.ts'
import type { Passage, Relay } from './relay.ts'
import type { ServerProcess } from './server-process.ts'
import { writeTo } from './write-to.ts'

export interface StdioOptions {
  readonly relay: Relay
  readonly server: ServerProcess
  /** What the client writes and reads. */
  readonly input: Readable
  readonly output: Writable
  readonly maxLineBytes: number
  readonly log: Log
  readonly graceMs?: number
}

const GRACE_MS = 5_000
/** A grandchild may hold the pipe of a server that is gone. */
const DRAIN_MS = 1_000

/** Stands between a client and a server that speak in lines, until one of them is gone; gives the server's exit code. */
export async function relayLines(options: StdioOptions): Promise<number> {
  const { server, input, output, log, graceMs = GRACE_MS } = options
  let hasClient = true
  const clientLeft = (): void => {
    hasClient = false
    server.stop(graceMs)
  }
  output.once('error', () => {
    clientLeft()
    server.signal('SIGTERM')
  })
  const fromClient = pump(input, options.maxLineBytes, (line) => clientLine(options, line)).catch(
    (error: unknown) => log({ level: 'warn', code: 'client-lost', message: reasonOf(error) }),
  )
  void fromClient.then(clientLeft)
  const fromServer = pump(server.stdout, options.maxLineBytes, (line) => serverLine(options, line)).catch(
    (error: unknown) => log({ level: 'warn', code: 'server-lost', message: reasonOf(error) }),
  )
  const code = await server.exit
  await Promise.race([fromServer, after(DRAIN_MS)])
  if (hasClient && code !== 0)
    log({ level: 'error', code: 'server-exit', message: `the server ended with ${code}` })
  input.destroy()
  return hasClient ? code : 0
}

async function pump(
  source: Readable,
  limitBytes: number,
  handle: (line: Line) => Promise<void>,
): Promise<void> {
  const splitter = createLineSplitter(limitBytes)
  // one after the other, so that nothing overtakes a call that is being judged
  for await (const chunk of source) for (const line of splitter.push(chunk as Buffer)) await handle(line)
  for (const line of splitter.end()) await handle(line)
}

async function clientLine(
  { relay, server, output, maxLineBytes, log }: StdioOptions,
  line: Line,
): Promise<void> {
  if (line.kind === 'too-long') {
    log({
      level: 'warn',
      code: 'too-long',
      message: `a message of ${line.bytes} bytes of the client was stopped`,
    })
    return send(
      output,
      errorReply(null, RPC.invalidRequest, `the message is larger than ${maxLineBytes} bytes`),
    )
  }
  if (isBlank(line.bytes)) return
  const { onward, back, later } = await judged(relay, 'fromClient', line.bytes)
  if (later !== undefined) sendLater(output, later, log)
  if (onward === 'as-is') await writeTo(server.stdin, withNewline(oneLine(line.bytes)))
  else if (onward !== 'nothing') await send(server.stdin, onward.message)
  if (back !== undefined) await send(output, back)
}

async function serverLine({ relay, output, log }: StdioOptions, line: Line): Promise<void> {
  if (line.kind === 'too-long')
    return log({
      level: 'error',
      code: 'too-long',
      message: `a message of ${line.bytes} bytes of the server was stopped`,
    })
  if (isBlank(line.bytes)) return
  const { onward, later } = await judged(relay, 'fromServer', line.bytes)
  if (later !== undefined) sendLater(output, later, log)
  if (onward === 'as-is') await writeTo(output, withNewline(oneLine(line.bytes)))
  else if (onward !== 'nothing') await send(output, onward.message)
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function judged(relay: Relay, direction: 'fromClient' | 'fromServer', bytes: Buffer): Promise<Passage> {
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch {
    // never JSON, so that the relay says what it says of everything it cannot read
    text = '\u0000'
  }
  return relay[direction](text)
}

const RETURN = 0x0d
const SPACE = 0x20

/**
 * In JSON a carriage return is only ever white space, but some readers end a line there: what we judged as one
 * message would be several to them.
 */
function oneLine(bytes: Buffer): Buffer {
  const at = bytes.indexOf(RETURN)
  if (at === -1 || at === bytes.length - 1) return bytes
  const result = Buffer.from(bytes)
  for (let index = at; index < result.length - 1; index += 1)
    if (result[index] === RETURN) result[index] = SPACE
  return result
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === SPACE || byte === RETURN || byte === 0x09)
}

const NEWLINE = Buffer.from('\n')

function withNewline(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, NEWLINE])
}

function send(stream: Writable, message: JsonValue): Promise<void> {
  return writeTo(stream, `${JSON.stringify(message)}\n`)
}

/** Nothing else waits for an answer that chaos holds back. */
function sendLater(stream: Writable, later: Promise<JsonValue>, log: Log): void {
  later
    .then((message) => send(stream, message))
    .catch((error: unknown) => log({ level: 'error', code: 'not-judged', message: reasonOf(error) }))
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
