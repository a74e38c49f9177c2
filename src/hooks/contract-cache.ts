import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Contract } from '../contract/contract.ts'

const FORMAT = 'holdfast.hook-contract/1'

/** A file as it was when the contract was read; enough to see that it changed without reading it. */
export interface FileStamp {
  readonly path: string
  readonly stamp: string
}

/** A contract read ahead of time, so that a hook needs neither YAML nor validation. */
export interface CachedContract {
  readonly format: typeof FORMAT
  readonly contract: Contract
  readonly files: readonly FileStamp[]
  /** Read with words of a plugin, whose files nobody has stamped: good to fall back on, never fresh. */
  readonly usesPlugin?: boolean
}

export function readCachedContract(file: string): CachedContract | undefined {
  try {
    const cached = JSON.parse(readFileSync(file, 'utf8')) as CachedContract
    return cached.format === FORMAT ? cached : undefined
  } catch {
    return undefined
  }
}

export function isFresh({ files, usesPlugin = false }: CachedContract): boolean {
  return !usesPlugin && files.every(({ path, stamp }) => stampOf(path) === stamp)
}

/** Change time, too, because a tool may set the modification time back. */
export function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? 'missing' : `${found.size} ${found.mtimeMs} ${found.ctimeMs}`
}

export function writeCachedContract(file: string, parts: Omit<CachedContract, 'format'>): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}.tmp`
  const cached: CachedContract = { format: FORMAT, ...parts }
  writeFileSync(temporary, `${JSON.stringify(cached)}\n`, { mode: 0o600 })
  renameSync(temporary, file)
}
