import { lstat, readlink } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { RealPath } from './world.ts'

const MAX_LINKS = 40

/**
 * Follows a path name by name as the system would: a link is read before the `..` behind it, which is why text
 * alone cannot say where a path leads. Names that do not exist yet are kept as they are.
 */
export async function realPathOf(path: string, workdir: string): Promise<RealPath> {
  const absolute = isAbsolute(path) ? path : `${workdir}/${path}`
  let pending = absolute.split('/').filter((name) => name !== '')
  let real = '/'
  let links = 0
  let found: RealPath = { real, kind: 'folder', links: 1 }
  while (pending.length > 0) {
    const [name, ...rest] = pending as [string, ...string[]]
    pending = rest
    if (name === '.') continue
    if (name === '..') {
      real = join(real, '..')
      found = { real, kind: 'folder', links: 1 }
      continue
    }
    const next = join(real, name)
    const stat = await lstat(next).catch((error: unknown) => missing(error))
    if (stat === undefined) return { real: beyond(next, rest), kind: 'missing', links: 0 }
    if (stat.isSymbolicLink()) {
      links += 1
      if (links > MAX_LINKS) throw new Error('too many symbolic links')
      const target = await readlink(next)
      if (isAbsolute(target)) real = '/'
      pending = [...target.split('/').filter((part) => part !== ''), ...rest]
      found = { real, kind: 'folder', links: 1 }
      continue
    }
    real = next
    const kind = stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other'
    if (kind !== 'folder' && rest.some((part) => part !== '')) throw new Error(`\`${next}\` is not a folder`)
    found = { real, kind, links: stat.nlink }
  }
  return found
}

function missing(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return undefined
  throw error
}

/** Behind a name that is not there `..` has no meaning the system would agree with. */
function beyond(start: string, rest: readonly string[]): string {
  if (rest.includes('..')) throw new Error(`\`${start}\` does not exist, so \`..\` leads nowhere from there`)
  return join(start, ...rest)
}
