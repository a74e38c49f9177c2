import { closeSync, mkdirSync, openSync } from 'node:fs'
import { HoldfastError } from '../kit/errors.ts'

/** Records hold what agents said and did: only their owner may read them. */
export const PRIVATE_FILE_MODE = 0o600
const PRIVATE_FOLDER_MODE = 0o700

export function makePrivateFolder(folder: string): void {
  attempt(folder, () => mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE }))
}

/** Creates the file empty when it is not there; one that is there keeps its mode. */
export function makePrivateFile(file: string): void {
  attempt(file, () => closeSync(openSync(file, 'a', PRIVATE_FILE_MODE)))
}

function attempt(path: string, create: () => unknown): void {
  try {
    create()
  } catch (error) {
    throw new HoldfastError('HF_FILE', `cannot create \`${path}\`: ${(error as Error).message}`, undefined, {
      cause: error,
    })
  }
}
