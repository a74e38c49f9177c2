import { main } from '../../../src/cli/main.ts'
import type { RunResult } from '../../../src/lab/run-result.ts'
import { fakeIo } from '../../fake-io.ts'

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
  /** Only after a run that got as far as a result. */
  readonly result: RunResult
}

/** `holdfast contract run -c` on a configuration that lies in `folder`. */
export async function runConfig(
  folder: string,
  config: Readonly<Record<string, unknown>> | string,
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const text = typeof config === 'string' ? config : JSON.stringify(config)
  const io = { ...fakeIo({ 'holdfast.yaml': text }), cwd: folder, env: { ...process.env, ...env } }
  const code = await main(['contract', 'run', '-c', 'holdfast.yaml', '--json', '--no-save', ...words], io)
  const out = io.stdout()
  return {
    code,
    out,
    err: io.stderr(),
    get result() {
      if (out === '') throw new Error(`exit ${code} without a result: ${io.stderr()}`)
      return JSON.parse(out) as RunResult
    },
  }
}
