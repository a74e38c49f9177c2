import { readFileSync, writeSync } from 'node:fs'
import { runHook, type HookWorld } from '../run-hook.ts'

/** The process a host starts. Reads stdin whole, writes one answer, and ends with the code that the host obeys. */
export async function hookMain(
  argv: readonly string[],
  given: Pick<HookWorld, 'readContract' | 'onJudged'>,
): Promise<number> {
  // a plugin may wait for what never comes; a process that ends without an answer must not have let anything pass
  process.exitCode = argv.includes('--fail-open') ? 0 : 2
  const { exitCode, stdout, stderr } = await runHook(argv, {
    env: process.env,
    cwd: process.cwd(),
    nowMs: () => Date.now(),
    readStdin: () => readFileSync(0, 'utf8'),
    ...given,
  })
  writeWhole(2, stderr)
  writeWhole(1, stdout)
  return exitCode
}

/** Synchronous, because a process that ends must not leave half an answer in a pipe. */
function writeWhole(descriptor: number, text: string): void {
  let bytes: Uint8Array = Buffer.from(text, 'utf8')
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes))
    } catch (error) {
      // a pipe that is full for the moment
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}
