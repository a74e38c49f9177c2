import { constants } from 'node:fs'
import { lstat, mkdir, open, readlink, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { NodeError } from '../node-error.ts'
import { realPathOf } from './real-path.ts'
import type { Files } from './world.ts'

const { O_RDONLY, O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants

export function nodeFiles(workdir: string): Files {
  return {
    resolve: (path) => realPathOf(path, workdir),
    async read(real, maxBytes, signal) {
      const file = await opened(real, O_RDONLY)
      try {
        const { size } = await sameFile(file, real)
        if (size > maxBytes) throw new Error(`it is ${size} bytes large, the limit is ${maxBytes}`)
        const bytes = await file.readFile({ signal })
        return { text: utf8(bytes), bytes: bytes.length }
      } finally {
        await file.close()
      }
    },
    async write(real, text, signal) {
      await makeFolders(dirname(real))
      const file = await opened(real, O_WRONLY | O_CREAT)
      try {
        // nothing is cut off or written before it is known which file this is
        await sameFile(file, real)
        await file.truncate(0)
        await file.writeFile(text, { signal })
      } finally {
        await file.close()
      }
    },
    makeFolder: (real) => makeFolders(real),
  }
}

/** A link in the last place is not followed, and a pipe does not make us wait for its other end. */
async function opened(real: string, flags: number): Promise<FileHandle> {
  try {
    return await open(real, flags | O_NOFOLLOW | O_NONBLOCK, 0o644)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw moved(real)
    throw error
  }
}

/** Between the policy's look and the opening somebody may have moved something. */
async function sameFile(file: FileHandle, real: string): Promise<{ readonly size: number }> {
  const own = await file.stat()
  if (!own.isFile())
    throw new Error(own.isDirectory() ? 'Is a directory (EISDIR)' : 'it is not a regular file')
  const through = await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined)
  if (through !== undefined && through !== real) throw moved(real)
  const named = await lstat(real).catch(() => undefined)
  if (named === undefined || named.ino !== own.ino || named.dev !== own.dev) throw moved(real)
  return own
}

function moved(real: string): NodeError {
  return new NodeError('policy', `\`${real}\` became another file while it was being opened`)
}

/** One folder at a time, because the system's own way would follow a link put there meanwhile. */
async function makeFolders(path: string): Promise<void> {
  const parent = dirname(path)
  if (parent === path) return
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') {
      await makeFolders(parent)
      await makeFolders(path)
      return
    }
    if (code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error
    if ((await lstat(path)).isSymbolicLink()) throw moved(path)
  }
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Error('stream did not contain valid UTF-8')
  }
}
