import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HoldfastError } from '../kit/errors.ts'

const EXAMPLE = fileURLToPath(new URL('../../examples/trading-desk/', import.meta.url))

/** Copies the example into a folder from which a user can go on; files of the same name are written anew. */
export function layOutProject(folder: string): void {
  if (!existsSync(EXAMPLE))
    throw new HoldfastError('HF_FILE', 'the example project is not part of this installation')
  cpSync(EXAMPLE, folder, { recursive: true })
  for (const name of ['contract.yaml', 'holdfast.yaml']) {
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8').replace('../../schemas/', './node_modules/holdfast/schemas/')
    writeFileSync(file, text)
  }
}
