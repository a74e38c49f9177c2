import { dirname, join, normalize } from 'node:path'
import type { CliIo, ExitCode } from '../src/cli/io.ts'
import { main } from '../src/cli/main.ts'

/** A world made of a few texts; `-` is standard input. */
export function fakeIo(
  files: Readonly<Record<string, string>> = {},
): CliIo & { readonly stdout: () => string; readonly stderr: () => string } {
  let out = ''
  let err = ''
  const find = (path: string, from?: string) => {
    const name = from === undefined ? path : normalize(join(dirname(from), path))
    return { name, text: files[name] }
  }
  return {
    cwd: '/',
    env: {},
    colour: false,
    columns: 100,
    nowMs: () => 0,
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    readText(path, limitBytes, from) {
      const { name, text } = find(path, from)
      if (text === undefined) return { ok: false, reason: 'no such file' }
      return text.length > limitBytes
        ? { ok: false, reason: `it is larger than ${limitBytes} bytes` }
        : { ok: true, file: name, text }
    },
    async *lines(path) {
      const { text } = find(path)
      if (text === undefined) throw new Error(`no such file: ${path}`)
      yield* text.split('\n')
    },
    stdout: () => out,
    stderr: () => err,
  }
}

/** Runs a command line in that world. */
export async function run(
  argv: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<{ exit: ExitCode; stdout: string; stderr: string }> {
  const io = fakeIo(files)
  const exit = await main(argv, io)
  return { exit, stdout: io.stdout(), stderr: io.stderr() }
}
