import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExitCode } from '../../src/cli/io.ts'
import { main } from '../../src/cli/main.ts'
import { nodeIo } from '../../src/cli/node-io.ts'

/** A folder with files in it, and the command line run in it. */
export interface Workplace {
  readonly folder: string
  put(name: string, text: string): void
  read(name: string): string
  run(...argv: readonly string[]): Promise<{ exit: ExitCode; stdout: string; stderr: string }>
  remove(): void
}

export function workplace(files: Readonly<Record<string, string>> = {}): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-work-'))
  const place: Workplace = {
    folder,
    put: (name, text) => writeFileSync(join(folder, name), text),
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    async run(...argv) {
      let [stdout, stderr] = ['', '']
      const before = process.cwd()
      // files are named as a person in the folder would name them
      process.chdir(folder)
      try {
        const io = { ...nodeIo(), cwd: folder, env: {}, colour: false, columns: 80, live: false }
        const exit = await main(argv, {
          ...io,
          out: (text) => void (stdout += text),
          err: (text) => void (stderr += text),
        })
        return { exit, stdout, stderr }
      } finally {
        process.chdir(before)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  for (const [name, text] of Object.entries(files)) place.put(name, text)
  return place
}
