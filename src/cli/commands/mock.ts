import { isIPv4 } from 'node:net'
import { setTimeout as sleepFor } from 'node:timers/promises'
import { HoldfastError } from '../../kit/errors.ts'
import {
  createMockModel,
  createRecorder,
  createReplayer,
  loadScript,
  MAX_SCRIPT_CHARS,
  upstreamExchange,
  type MockModelOptions,
  type ReceivedRequest,
} from '../../mock/index.ts'
import { createPiiScanner } from '../../pii/index.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { paintFor, shown } from '../paint.ts'
import { printProblems } from '../problems.ts'
import { untilStopped } from './until-stopped.ts'

const DEFAULT_PORT = 9100

export const mock = defineCommand({
  name: 'mock',
  summary: 'Serve a scripted or seeded model in the wire formats of all providers, or a cassette.',
  options: [
    {
      flags: '--script <file>',
      summary: 'what the model says, YAML or JSON; without it the model improvises',
    },
    { flags: '--seed <seed>', summary: 'the seed of every draw (default: the one in the script, or 0)' },
    { flags: '--port <number>', summary: `the port, 0 for a free one (default: ${DEFAULT_PORT})` },
    { flags: '--host <address>', summary: 'the address to listen on (default: 127.0.0.1)' },
    {
      flags: '--token <token>',
      summary: 'the key clients must send; needed where others can reach the host',
    },
    { flags: '--replay <cassette>', summary: 'answer from a cassette, and nothing else' },
    { flags: '--loop', summary: 'with --replay: an answer that is used up starts again' },
    { flags: '--realtime', summary: 'with --replay: answers take as long as they took' },
    { flags: '--record <cassette>', summary: 'keep what the upstream answers, without its secrets' },
    { flags: '--upstream <url>', summary: 'with --record: the provider whose answers are kept' },
    { flags: '--quiet', summary: 'print no line for each request' },
  ],
  examples: [
    {
      line: 'holdfast mock --script turns.yaml --port 9100',
      explains: 'then set ANTHROPIC_BASE_URL, OPENAI_BASE_URL or GOOGLE_GEMINI_BASE_URL as it prints them',
    },
    {
      line: 'holdfast mock --seed 7',
      explains: 'no script: text and tool calls that depend on the seed alone',
    },
    {
      line: 'holdfast mock --record run.jsonl --upstream https://api.openai.com',
      explains: 'passes requests on and keeps the answers; keys are never written',
    },
    {
      line: 'holdfast mock --replay run.jsonl',
      explains: 'the same answers, byte for byte; a request that was not recorded is refused',
    },
  ],
  run: (_args, options, io) => serveMock(options, io, untilStopped),
})

/** Serves until `stopped` resolves, which is told the address. */
export async function serveMock(
  options: OptionValues,
  io: CliIo,
  stopped: (url: string) => Promise<void>,
): Promise<ExitCode> {
  const where = listening(options)
  const source = await sourceOf(options, io)
  if (source === undefined) return 2
  const paint = paintFor(io)
  try {
    const model = await createMockModel({
      ...source.model,
      ...where,
      ...(options['quiet'] !== true && { log: (request) => io.out(`${paint.dim(requestLine(request))}\n`) }),
      onProblem: (problem) => io.err(`error: ${shown((problem as Error).message)}\n`),
    })
    try {
      io.out(
        `${paint.bold('mock model')} on ${model.url}  (${source.described})\n\n${addresses(model.url)}\n`,
      )
      await stopped(model.url)
    } finally {
      await model.close()
    }
  } finally {
    await source.finish()
  }
  return 0
}

interface Source {
  readonly model: Pick<MockModelOptions, 'script' | 'seed' | 'exchange'>
  readonly described: string
  finish(): Promise<void>
}

/** What answers, or nothing after its problems have been told. */
async function sourceOf(options: OptionValues, io: CliIo): Promise<Source | undefined> {
  const { script, replay, record, upstream, token, loop, realtime } = options
  const given = Object.entries({ script, replay, record }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`],
  )
  if (given.length > 1)
    throw new HoldfastError('HF_USAGE', `only one of ${given.join(' and ')} can answer`, 'keep one of them')
  if ((record === undefined) !== (upstream === undefined))
    throw new HoldfastError(
      'HF_USAGE',
      record === undefined ? '--upstream is given, and nothing is recorded' : 'no upstream is named',
      '--record <cassette> and --upstream <url> belong together',
    )
  if (record !== undefined && token !== undefined)
    throw new HoldfastError(
      'HF_USAGE',
      '--token cannot be used with --record',
      "the client's key goes to the upstream; record on this machine, without --token",
    )
  if (replay === undefined && (loop === true || realtime === true))
    throw new HoldfastError('HF_USAGE', '--loop and --realtime need --replay <cassette>')
  if (typeof replay === 'string') return replaying(replay, options, io)
  if (typeof record === 'string') return recording(record, String(upstream), io)
  return speaking(options, io)
}

async function nothing(): Promise<void> {}

function speaking(options: OptionValues, io: CliIo): Source | undefined {
  const seed = seedOf(options['seed'])
  const path = options['script']
  if (typeof path !== 'string')
    return {
      model: { seed: seed ?? 0 },
      described: `improvising with seed ${seed ?? 0}`,
      finish: nothing,
    }
  const read = io.readText(path, MAX_SCRIPT_CHARS * 3)
  if (!read.ok) throw new HoldfastError('HF_FILE', `cannot read the script \`${path}\`: ${read.reason}`)
  const { script, problems, sources } = loadScript(read.file, read.text)
  printProblems(io, problems, sources)
  if (script === undefined) return undefined
  return {
    model: { script, ...(seed !== undefined && { seed }) },
    described: `script ${read.file}, seed ${seed ?? script.seed ?? 0}`,
    finish: nothing,
  }
}

async function replaying(path: string, options: OptionValues, io: CliIo): Promise<Source> {
  const replayer = await createReplayer(path, {
    secrets: secretScanner(),
    whenUsedUp: options['loop'] === true ? 'start-again' : 'refuse',
    ...(options['realtime'] === true && {
      sleep: (ms: number, signal: AbortSignal) => sleepFor(ms, undefined, { signal }),
    }),
  })
  return {
    model: { exchange: replayer.exchange },
    described: `cassette ${path}, ${replayer.entries} answers`,
    async finish() {
      const unused = replayer.unused().length
      if (unused > 0) io.out(`${unused} of ${replayer.entries} recorded answers were not asked for\n`)
    },
  }
}

async function recording(path: string, upstream: string, io: CliIo): Promise<Source> {
  const protocol = URL.canParse(upstream) ? new URL(upstream).protocol : ''
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new HoldfastError('HF_USAGE', `--upstream must be an http or https address, not \`${upstream}\``)
  const recorder = await createRecorder(path, {
    secrets: secretScanner(),
    nowMs: () => io.nowMs(),
    onProblem: ({ message }) => io.err(`warning: ${shown(message)}\n`),
  })
  return {
    model: { exchange: recorder.recording(upstreamExchange(upstream)) },
    described: `recording ${new URL(upstream).origin} in ${path}`,
    async finish() {
      await recorder.close()
      io.out(`${recorder.recorded} answers recorded in ${path}\n`)
    },
  }
}

function secretScanner() {
  return createPiiScanner({ groups: ['api_key'] })
}

function listening(options: OptionValues): Pick<MockModelOptions, 'host' | 'port' | 'token'> {
  const { port = String(DEFAULT_PORT), host = '127.0.0.1', token } = options
  if (!/^\d{1,5}$/u.test(String(port)) || Number(port) > 65_535)
    throw new HoldfastError('HF_USAGE', `--port must be a number from 0 to 65535, not \`${port}\``)
  const address = String(host)
  if (!isLoopback(address) && (typeof token !== 'string' || token === ''))
    throw new HoldfastError(
      'HF_USAGE',
      `\`${address}\` can be reached by others, and no token is set`,
      'add --token <token>, which clients send as their key, or leave --host out',
    )
  return { port: Number(port), host: address, ...(typeof token === 'string' && { token }) }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

/** A whole number, or any other word. */
function seedOf(written: string | boolean | undefined): number | string | undefined {
  if (typeof written !== 'string') return undefined
  return /^-?\d{1,15}$/u.test(written) ? Number(written) : written
}

function addresses(url: string): string {
  return `  ANTHROPIC_BASE_URL=${url}/anthropic
  OPENAI_BASE_URL=${url}/openai/v1
  GOOGLE_GEMINI_BASE_URL=${url}/gemini
  OpenRouter at ${url}/openrouter/api/v1

Clients need some key; it is never looked at unless --token is given. Ctrl-C stops the server.
`
}

/** A query may hold a key, so it is left out. */
function requestLine({ method, path, format, place, conversation }: ReceivedRequest): string {
  const parts = [method, path.split('?', 1).join(''), format, place, conversation]
  return shown(parts.filter((part) => part !== undefined).join('  '))
}
