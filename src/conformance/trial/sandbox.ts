import { createHash } from 'node:crypto'
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import type { WorldPlan } from '../model.ts'

/** A folder that exists for one trial. What is above it is watched too, because that is where escapes lead. */
export interface Sandbox {
  readonly folder: string
  /** For paused runs; outside of what is watched. */
  readonly stateFolder: string
  /** What is new, changed or gone since the beginning; folders end in `/`. */
  changes(): Promise<readonly string[]>
  /** The text of a file, or nothing when there is none. */
  read(path: string): Promise<string | undefined>
  remove(): Promise<void>
}

export type Layout = Pick<WorldPlan, 'folders' | 'files' | 'links' | 'hardLinks'>

/** `layoutIn` is asked once the folder is there, because texts may name it; only who is watched has changes. */
export async function createSandbox(
  layoutIn: (folder: string) => Layout,
  isWatched: boolean,
): Promise<Sandbox> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-trial-')))
  const yard = join(root, 'yard')
  const folder = join(yard, 'box')
  await mkdir(folder, { recursive: true })
  await layOut(folder, layoutIn(folder))
  const before = isWatched ? await snapshot(yard) : new Map<string, string>()
  return {
    folder,
    stateFolder: join(root, 'state'),
    async changes() {
      const after = await snapshot(yard)
      const all = new Set([...before.keys(), ...after.keys()])
      return [...all]
        .filter((path) => before.get(path) !== after.get(path))
        .map((path) => shownFrom(folder, path))
        .sort()
    },
    read: (path) => readFile(resolve(folder, path), 'utf8').catch(() => undefined),
    async remove() {
      // a folder that was made unreadable must not survive the trial
      await rm(root, { recursive: true, force: true }).catch(async () => {
        await chmod(folder, 0o700)
        await rm(root, { recursive: true, force: true })
      })
    },
  }
}

async function layOut(folder: string, { folders, files, links, hardLinks }: Layout): Promise<void> {
  const placed = async (path: string): Promise<string> => {
    const whole = resolve(folder, path)
    await mkdir(dirname(whole), { recursive: true })
    return whole
  }
  for (const path of folders) await mkdir(resolve(folder, path), { recursive: true })
  for (const [path, text] of Object.entries(files)) await writeFile(await placed(path), text)
  for (const [path, target] of Object.entries(links)) await symlink(target, await placed(path))
  for (const [path, target] of Object.entries(hardLinks))
    await link(resolve(folder, target), await placed(path))
}

/** Everything below a folder: what it is and what it holds, links not followed. */
async function snapshot(root: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    found.set(entry.isDirectory() ? `${path}/` : path, await stateOf(path))
  }
  return found
}

async function stateOf(path: string): Promise<string> {
  const found = await lstat(path)
  if (found.isDirectory()) return 'folder'
  if (found.isSymbolicLink()) return `link ${await readlink(path)}`
  if (!found.isFile()) return 'other'
  return `file ${createHash('sha256')
    .update(await readFile(path))
    .digest('base64')}`
}

function shownFrom(folder: string, path: string): string {
  const shown = relative(folder, path)
  return path.endsWith('/') ? `${shown}/` : shown
}
