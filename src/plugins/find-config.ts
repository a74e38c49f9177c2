import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { HoldfastError } from '../kit/errors.ts'

/** What the file with plugins may be called. */
export const CONFIG_NAMES = ['ts', 'mts', 'js', 'mjs'].map((ending) => `holdfast.config.${ending}`)

/** The configuration of this folder, if it has one. */
export function configIn(folder: string): string | undefined {
  const [found, second] = CONFIG_NAMES.map((name) => join(folder, name)).filter((file) => existsSync(file))
  if (found === undefined || second === undefined) return found
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `\`${folder}\` has both \`${basename(found)}\` and \`${basename(second)}\``,
    'keep one of them',
  )
}

/**
 * The nearest configuration from a folder upwards. It is run, so nothing above the repository or the home folder is
 * looked at, and outside of both nothing above the folder itself: anybody may write to `/tmp`.
 */
export function findConfig(folder: string, home: string): string | undefined {
  for (const each of foldersUpTo(resolve(folder), resolve(home))) {
    const found = configIn(each)
    if (found !== undefined) return found
  }
  return undefined
}

function foldersUpTo(start: string, home: string): readonly string[] {
  const folders: string[] = []
  for (let folder = start; ; folder = dirname(folder)) {
    folders.push(folder)
    if (folder === home || existsSync(join(folder, '.git'))) return folders
    if (dirname(folder) === folder) return [start]
  }
}
