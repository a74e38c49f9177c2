import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { HoldfastError } from '../../kit/errors.ts'
import type { JsonValue } from '../../model/index.ts'
import { compactJson, parseJsonText } from '../value/json-text.ts'
import type { Checkpoint } from './checkpoint.ts'

export interface Claim {
  readonly checkpoint: Checkpoint
  release(): Promise<void>
}

/** Paused runs, one file each, written so that a crash leaves either the old one or the new one. */
export interface StateFolder {
  save(checkpoint: Checkpoint): Promise<void>
  discard(runId: string): Promise<void>
  /** Takes a run for this process alone. */
  claim(runId: string): Promise<Claim>
  list(): Promise<readonly Checkpoint[]>
}

const RUN_ID = /^[\w.-]{1,128}$/u

export function stateFolder(folder: string): StateFolder {
  const fileOf = (runId: string): string => {
    if (!RUN_ID.test(runId) || runId.startsWith('.'))
      throw new HoldfastError('HF_USAGE', `\`${runId}\` is not the id of a run`)
    return join(folder, `${runId}.json`)
  }

  return {
    async save(checkpoint) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const target = fileOf(checkpoint.run_id)
      const draft = `${target}.${randomUUID()}.draft`
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(compactJson(checkpoint as unknown as JsonValue))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, target)
      await syncFolder(folder)
    },
    async discard(runId) {
      await rm(fileOf(runId), { force: true })
    },
    async claim(runId) {
      const lock = `${fileOf(runId)}.lock`
      const release = () => rm(lock, { force: true })
      // the lock comes first: what is read before it may be gone by the time it is held
      await takeLock(lock, runId)
      try {
        return { checkpoint: await read(fileOf(runId), runId), release }
      } catch (error) {
        await release()
        throw error
      }
    },
    async list() {
      const names = await readdir(folder).catch((): string[] => [])
      const files = names.filter((name) => name.endsWith('.json')).sort()
      return Promise.all(files.map((name) => read(join(folder, name), name.slice(0, -'.json'.length))))
    },
  }
}

async function read(path: string, runId: string): Promise<Checkpoint> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch {
    throw noSuchRun(runId)
  }
  try {
    return parseJsonText(text) as unknown as Checkpoint
  } catch {
    throw new HoldfastError('HF_INVALID_FILE', `the checkpoint of run \`${runId}\` is damaged`)
  }
}

function noSuchRun(runId: string): HoldfastError {
  return new HoldfastError(
    'HF_USAGE',
    `no paused run is called \`${runId}\``,
    'see them with: holdfast workflow run --list-paused --state-dir <folder>',
  )
}

/** A lock of a process that no longer lives is nobody's. */
async function takeLock(path: string, runId: string): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const file = await open(path, 'wx', 0o600)
      await file.writeFile(String(process.pid))
      await file.close()
      return
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') throw noSuchRun(runId)
      if (code !== 'EEXIST') throw error
      const owner = Number(await readFile(path, 'utf8').catch(() => ''))
      if (isAlive(owner))
        throw new HoldfastError('HF_USAGE', `run \`${runId}\` is being resumed by process ${owner}`)
      await unlink(path).catch(() => undefined)
    }
  }
  throw new HoldfastError('HF_USAGE', `run \`${runId}\` is being resumed by another process`)
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
