import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HoldfastError } from '../kit/errors.ts'
import type { NewFile } from './files.ts'

/** Writes all files or none: what is there already is never replaced unasked. */
export function writeFiles(folder: string, files: readonly NewFile[], force: boolean): void {
  const inTheWay = files.filter(({ path }) => existsSync(join(folder, path)))
  if (inTheWay.length > 0 && !force)
    throw new HoldfastError(
      'HF_USAGE',
      `${inTheWay.map(({ path }) => `\`${path}\``).join(', ')} ${inTheWay.length === 1 ? 'is' : 'are'} there already`,
      'nothing was written; --force replaces what is there',
    )
  for (const { path, text } of files) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
