import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathKey } from '../state-folder.ts'

/** What a settings file was before we touched it, and what we made of it. */
export interface Undo {
  readonly file: string
  /** Absent when there was no file. */
  readonly before?: string
  readonly after: string
  /** The outermost folder that was made for the file. */
  readonly madeFolder?: string
}

export function readUndo(home: string, file: string): Undo | undefined {
  try {
    return JSON.parse(readFileSync(undoFile(home, file), 'utf8')) as Undo
  } catch {
    return undefined
  }
}

export function writeUndo(home: string, undo: Undo): void {
  write(undoFile(home, undo.file), `${JSON.stringify(undo)}\n`)
}

export function forgetUndo(home: string, file: string): void {
  rmSync(undoFile(home, file), { force: true })
}

/** A copy for people, which nothing here ever overwrites. */
export function backUp(home: string, file: string, text: string, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')
  const folder = join(home, 'backups')
  for (let count = 0; ; count += 1) {
    const copy = join(folder, `${pathKey(file)}-${stamp}${count === 0 ? '' : `-${count}`}.json`)
    if (existsSync(copy)) continue
    write(copy, text)
    return copy
  }
}

/** The outermost folder on the way to a file that is not there yet. */
export function missingFolder(file: string): string | undefined {
  let missing: string | undefined
  for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder)) missing = folder
  return missing
}

function undoFile(home: string, file: string): string {
  return join(home, 'installs', `${pathKey(file)}.json`)
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, text, { mode: 0o600 })
}
