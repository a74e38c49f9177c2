import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import type { CliIo, ExitCode } from '../../src/cli/io.ts'
import { main } from '../../src/cli/main.ts'

export interface LabFolder {
  readonly path: string
  write(name: string, text: string): void
  run(...argv: readonly string[]): Promise<{ exit: ExitCode; stdout: string; stderr: string }>
}

/** A folder of its own on disk, and commands that run in it, in this process. */
export function labFolder(
  files: Readonly<Record<string, string>>,
  options: Partial<Pick<CliIo, 'env' | 'columns' | 'live' | 'nowMs'>> = {},
): LabFolder {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-lab-'))
  const write = (name: string, text: string): void => writeFileSync(join(path, name), text)
  for (const [name, text] of Object.entries(files)) write(name, text)
  return {
    path,
    write,
    async run(...argv) {
      let stdout = ''
      let stderr = ''
      const exit = await main(argv, {
        cwd: path,
        env: {},
        colour: false,
        columns: 80,
        nowMs: () => Date.now(),
        out: (text) => void (stdout += text),
        err: (text) => void (stderr += text),
        readText: (name, _limit, from) => readIn(path, name, from),
        lines: () => {
          throw new Error('nothing is read line by line here')
        },
        ...options,
      })
      return { exit, stdout, stderr }
    },
  }
}

function readIn(folder: string, name: string, from: string | undefined): ReturnType<CliIo['readText']> {
  const whole = from === undefined ? resolve(folder, name) : resolve(folder, dirname(from), name)
  try {
    return { ok: true, file: relative(folder, whole), text: readFileSync(whole, 'utf8') }
  } catch {
    return { ok: false, reason: 'no such file' }
  }
}
