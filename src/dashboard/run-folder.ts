import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunTiming } from '../lab/run-result.ts'
import type { RunItem } from './data.ts'
import { conformanceFormat, itemOf, runFormat, type KeptResult } from './kept-result.ts'

/** The results that are kept in a folder: one folder each, as the lab writes them, or one file each. */
export interface RunFolder {
  /** The newest first. */
  list(): readonly RunItem[]
  read(id: string): KeptResult | undefined
  /** Whether a run says that it judged by this file. */
  names(file: string): boolean
}

/** What is being written, or of another version, is not listed; it does not hide the others. */
export function openRunFolder(folder: string): RunFolder {
  const namesIn = (): readonly string[] => (existsSync(folder) ? readdirSync(folder) : [])
  const kept = (): readonly { readonly id: string; readonly result: KeptResult }[] =>
    namesIn().flatMap((name) => {
      const result = resultOf(folder, name)
      return result === undefined ? [] : [{ id: idOf(name), result }]
    })
  return {
    list: () =>
      kept()
        .map(({ id, result }) => itemOf(id, result, timingOf(folder, id)))
        .toSorted((left, right) => (right.atMs ?? 0) - (left.atMs ?? 0)),
    // an id is a name in the folder and never a path
    read: (id) =>
      namesIn()
        .filter((name) => idOf(name) === id)
        .map((name) => resultOf(folder, name))
        .find((result) => result !== undefined),
    names: (file) =>
      kept().some(
        ({ result }) =>
          result.format === runFormat && result.invariants.some(({ location }) => location.file === file),
      ),
  }
}

function idOf(name: string): string {
  return name.replace(/\.json$/u, '')
}

function resultOf(folder: string, name: string): KeptResult | undefined {
  const file = name.endsWith('.json') ? join(folder, name) : join(folder, name, 'result.json')
  const value = jsonOf(file) as KeptResult | undefined
  return value?.format === runFormat || value?.format === conformanceFormat ? value : undefined
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
