import { renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { HoldfastError } from '../kit/errors.ts'
import type { CliIo } from './io.ts'

/** Under another name first, so that nobody ever reads half of it. */
export function writeWhole(file: string, text: string, io: CliIo): void {
  const whole = resolve(io.cwd, file)
  try {
    writeFileSync(`${whole}.part`, text)
    renameSync(`${whole}.part`, whole)
  } catch (error) {
    throw new HoldfastError('HF_FILE', `cannot write \`${file}\`: ${(error as Error).message}`, undefined, {
      cause: error,
    })
  }
}
