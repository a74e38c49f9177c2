import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { HoldfastError } from '../../kit/errors.ts'

/** Every `*.toml` below a folder, in the order of their paths; or the file itself. */
export function findScenarioFiles(path: string): readonly string[] {
  let isFolder: boolean
  try {
    isFolder = statSync(path).isDirectory()
  } catch {
    throw new HoldfastError('HF_FILE', `there is no folder \`${path}\``, 'name the folder of the corpus')
  }
  if (!isFolder) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.toml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
