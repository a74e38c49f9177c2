import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  loadContract,
  type Contract,
  type FileText,
  type LoadResult,
  type Vocabulary,
} from '../contract/index.ts'
import { hasErrors, type Problem } from '../kit/source/index.ts'
import { stampOf, type FileStamp } from './contract-cache.ts'

export interface ReadContract extends Pick<LoadResult, 'problems' | 'sources'> {
  readonly contract?: Contract
  readonly files: readonly FileStamp[]
  /** The words it was read with, when they are not only the built-in ones. */
  readonly vocabulary?: Vocabulary
}

/** The slow way to a contract: all of YAML and validation. Stamps are taken first, so that a later change shows. */
export function readContractFile(file: string, vocabulary?: Vocabulary): ReadContract {
  const stamps = new Map<string, string>()
  const read = (path: string): FileText => {
    stamps.set(path, stampOf(path))
    try {
      return { ok: true, file: path, text: readFileSync(path, 'utf8') }
    } catch (error) {
      return { ok: false, reason: (error as Error).message }
    }
  }
  const own = read(file)
  const files = () => [...stamps].map(([path, stamp]) => ({ path, stamp }))
  if (!own.ok) return { problems: [unreadable(file, own.reason)], sources: [], files: files() }
  const words = vocabulary === undefined ? {} : { vocabulary }
  const loaded = loadContract(file, own.text, {
    ...words,
    readFile: (name, from) => read(resolve(dirname(from), name)),
  })
  return { ...loaded, ...words, files: files() }
}

/** Every error in a line each, for a process that has only stderr. */
export function problemLines(problems: readonly Problem[]): string {
  const shown = hasErrors(problems) ? problems.filter(({ level }) => level === 'error') : problems
  return shown.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`).join('\n')
}

function unreadable(file: string, reason: string): Problem {
  return {
    level: 'error',
    code: 'unreadable-file',
    path: '',
    file,
    line: 1,
    column: 1,
    message: `cannot be read: ${reason}`,
  }
}
