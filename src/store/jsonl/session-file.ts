import { createHash, randomBytes } from 'node:crypto'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SessionRecord } from '../../model/record.ts'
import { PRIVATE_FILE_MODE } from '../private-files.ts'
import { createBatchReader, encodeBatch, type Batch, type BatchReader } from './batch.ts'
import { lines } from './lines.ts'

const READABLE_CHARS = 40

/**
 * A file name no session id can steer: the readable part is letters, digits and dashes, and the hash tells
 * apart ids that look alike there, also where file names ignore case.
 */
export function fileStem(sessionId: string): string {
  const readable = sessionId
    .slice(0, READABLE_CHARS)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '-')
  const hash = createHash('sha256').update(JSON.stringify(sessionId)).digest('hex').slice(0, 32)
  return `${readable}-${hash}`
}

/** How far a file has been read; kept between writes, so that a write reads only what is new. */
export interface Progress {
  readonly reader: BatchReader
  /** Tells the file from one of the same name that took its place. */
  readonly identity: string
  offset: number
}

/** Everything that counts and was not read before. Starts over when the file is another one now. */
export async function readOn(
  file: string,
  before: Progress | undefined,
): Promise<{ readonly progress: Progress; readonly batches: readonly Batch[] }> {
  const found = await stat(file).catch(ifMissing)
  // the inode alone is not enough: file systems give it to the next file when one is deleted
  const identity = found === undefined ? '' : `${found.ino}/${found.birthtimeMs}`
  const isSame = before?.identity === identity && (found?.size ?? 0) >= before.offset
  const progress = isSame ? before : { reader: createBatchReader(file), identity, offset: 0 }
  const batches: Batch[] = []
  if (found === undefined || found.size === progress.offset) return { progress, batches }
  for await (const { text, end } of lines(file, progress.offset)) {
    const batch = progress.reader.push(text)
    if (batch !== undefined) batches.push(batch)
    progress.offset = end
  }
  return { progress, batches }
}

/**
 * Writes a batch in one piece and says whether it counts: not when another process was faster, nor when it
 * landed on half a line that a crash had left. Either way the caller looks again and tries again.
 */
export async function appendBatch(
  file: string,
  before: Progress,
  records: readonly SessionRecord[],
): Promise<{ readonly progress: Progress; readonly counts: boolean }> {
  const id = randomBytes(9).toString('base64url')
  // one write with O_APPEND: the file system puts whole batches one after another
  await durably(file, 'a', encodeBatch(id, records))
  if (before.offset === 0) await syncFolder(dirname(file))
  const { progress, batches } = await readOn(file, before)
  return { progress, counts: batches.some((batch) => batch.id === id) }
}

/** Either the old content or the new one, whenever the machine stops. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  await durably(temporary, 'wx', text)
  await rename(temporary, file)
  await syncFolder(dirname(file))
}

async function durably(file: string, flags: 'a' | 'wx', text: string): Promise<void> {
  const handle = await open(file, flags, PRIVATE_FILE_MODE)
  try {
    const bytes = Buffer.from(text, 'utf8')
    const { bytesWritten } = await handle.write(bytes)
    if (bytesWritten !== bytes.length) throw new Error('the disk took only a part of what was written')
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A new name is safe only when its folder is; Windows cannot and need not be asked. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(ifMissing)
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
