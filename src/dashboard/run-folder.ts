import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RUN_FORMAT, type RunResult, type RunTiming } from '../lab/run-result.ts'
import type { RunItem } from './data.ts'

/** The runs that are kept in a folder, one folder each. */
export interface RunFolder {
  /** The newest first. */
  list(): readonly RunItem[]
  read(id: string): RunResult | undefined
  /** Whether a run says that it judged by this file. */
  names(file: string): boolean
}

/** A run that is being written, or of another version, is not listed; it does not hide the others. */
export function openRunFolder(folder: string): RunFolder {
  function idsOf(): readonly string[] {
    return existsSync(folder) ? readdirSync(folder).filter((id) => resultOf(folder, id) !== undefined) : []
  }
  return {
    list: () =>
      idsOf()
        .map((id) => itemOf(id, resultOf(folder, id)!, timingOf(folder, id)))
        .toSorted((left, right) => (right.atMs ?? 0) - (left.atMs ?? 0)),
    // an id is a name in the folder and never a path
    read: (id) => (idsOf().includes(id) ? resultOf(folder, id) : undefined),
    names: (file) =>
      idsOf().some((id) => resultOf(folder, id)!.invariants.some(({ location }) => location.file === file)),
  }
}

export function itemOf(id: string, result: RunResult, timing?: RunTiming): RunItem {
  const { kind, verdict, score, contract, configuration } = result
  return {
    id,
    kind,
    name: contract?.name ?? configuration.file,
    verdict,
    ...(score === undefined ? {} : { score }),
    ...(timing === undefined ? {} : { atMs: timing.startedAtMs }),
  }
}

function resultOf(folder: string, id: string): RunResult | undefined {
  const value = jsonOf(join(folder, id, 'result.json')) as RunResult | undefined
  return value?.format === RUN_FORMAT ? value : undefined
}

function timingOf(folder: string, id: string): RunTiming | undefined {
  return jsonOf(join(folder, id, 'timing.json')) as RunTiming | undefined
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
