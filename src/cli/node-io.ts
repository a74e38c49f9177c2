import { closeSync, createReadStream, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createInterface as createPromptInterface } from 'node:readline/promises'
import { HoldfastError } from '../kit/errors.ts'
import type { FileText } from '../contract/index.ts'
import type { CliIo } from './io.ts'

export function nodeIo(): CliIo {
  const { env } = process
  return {
    cwd: process.cwd(),
    env,
    colour: wantsColour(env, process.stdout.isTTY),
    columns: process.stdout.columns ?? 80,
    // a build server may offer a terminal, but nobody watches it
    live: process.stderr.isTTY && env['TERM'] !== 'dumb' && !env['CI'],
    nowMs: () => Date.now(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    readText: (path, limitBytes, from) =>
      path === '-' ? readStandardInput(limitBytes) : readText(path, limitBytes, from),
    lines,
    ...(process.stdin.isTTY && process.stdout.isTTY && !env['CI'] ? { ask } : {}),
  }
}

async function ask(question: string): Promise<string> {
  const terminal = createPromptInterface({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

/** `isTTY` is not there at all in a pipe; passed on as it is, whoever paints would decide for itself. */
function wantsColour(env: NodeJS.ProcessEnv, isTerminal: boolean | undefined): boolean {
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0'
  return isTerminal === true && env['TERM'] !== 'dumb'
}

function readText(path: string, limitBytes: number, from?: string): FileText {
  const whole = from === undefined || isAbsolute(path) ? resolve(path) : resolve(dirname(from), path)
  const shown = relative(process.cwd(), whole)
  const file = shown === '' || shown.startsWith('..') ? whole : shown
  let descriptor: number | undefined
  try {
    descriptor = openSync(whole, 'r')
    const { size } = fstatSync(descriptor)
    if (fstatSync(descriptor).isDirectory()) return { ok: false, reason: 'it is a folder' }
    if (size > limitBytes)
      return { ok: false, reason: `it is ${size} bytes large, the limit is ${limitBytes}` }
    return { ok: true, file, text: decoded(readFileSync(descriptor)) }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** Bytes that are not UTF-8 become U+FFFD, which the reader of the file then points at. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: false }).decode(bytes)
}

function readStandardInput(limitBytes: number): FileText {
  try {
    const bytes = readFileSync(0)
    if (bytes.length > limitBytes) return { ok: false, reason: `it is larger than ${limitBytes} bytes` }
    return { ok: true, file: '<stdin>', text: decoded(bytes) }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  EAGAIN: 'nothing is piped into standard input',
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return (
    (code === undefined ? undefined : REASONS[code]) ??
    (error instanceof Error ? error.message : String(error))
  )
}

async function* lines(path: string): AsyncIterable<string> {
  const input = path === '-' ? process.stdin : createReadStream(resolve(path))
  try {
    yield* createInterface({ input, crlfDelay: Infinity })
  } catch (error) {
    throw new HoldfastError(
      'HF_FILE',
      `cannot read ${path === '-' ? 'standard input' : path}: ${reasonOf(error)}`,
      undefined,
      { cause: error },
    )
  }
}
