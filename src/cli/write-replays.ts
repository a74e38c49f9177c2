import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeReplay, type ReplaySession } from '../replay/index.ts'
import type { CliIo } from './io.ts'

/** One file a session, named after it; the names of the files. */
export function writeReplayFiles(
  sessions: readonly ReplaySession[],
  folder: string,
  io: CliIo,
): readonly string[] {
  mkdirSync(resolve(io.cwd, folder), { recursive: true })
  return sessions.map((session) => {
    const file = join(folder, `${session.id.replace(/[^\w.-]+/gu, '-')}.yaml`)
    writeFileSync(resolve(io.cwd, file), writeReplay(session))
    return file
  })
}
