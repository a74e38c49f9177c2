import type { ClauseSource } from '../contract/index.ts'
import { entryOf, parseYaml, type Located, type Position, type SourceText } from '../kit/source/index.ts'
import type { Location } from '../model/index.ts'

/** A way into a file: keys and indexes. */
export type Steps = readonly (string | number)[]

/** A part of a file: where it stands and how its path is written. */
export interface Spot extends Location {
  readonly path: string
}

interface Found {
  readonly node: Located
  readonly offset: number
  readonly path: string
}

/** Finds the parts of clauses and settings in the files a contract was read from. */
export interface Places {
  ofClause(clause: ClauseSource, at: Steps): Spot
  ofSetting(at: Steps): Spot | undefined
}

export function placesIn(sources: readonly SourceText[]): Places {
  const files = sources.map((source) => {
    const { root } = parseYaml(source)
    return { source, root, clauses: root === undefined ? NONE : clausesByPlace(root, source) }
  })
  return {
    ofClause(clause, at) {
      const file = files.find(({ source }) => source.file === clause.location.file)
      const found = file?.clauses.get(placeOf(clause.location, clause))
      if (file === undefined || found === undefined) return { ...clause.location, path: '' }
      return spotOf(file.source, stepInto(found, at))
    },
    ofSetting(at) {
      for (const { source, root } of files) {
        const found = root && stepWholly({ node: root, offset: root.start, path: '' }, at)
        if (found !== undefined) return spotOf(source, found)
      }
      return undefined
    },
  }
}

function spotOf(source: SourceText, { offset, path }: Found): Spot {
  return { file: source.file, ...source.positionOf(offset), path }
}

const NONE: ReadonlyMap<string, Found> = new Map()

/** A clause knows its line and column only: an operator's name, or the beginning of an entry of a list. */
function placeOf({ line, column }: Position, { section, operator }: ClauseSource): string {
  return section === 'invariants.process' ? `${line}:${column} ${operator}` : `${line}:${column}`
}

/** Everything in a file that could be a clause. */
function clausesByPlace(root: Located, source: SourceText): ReadonlyMap<string, Found> {
  const result = new Map<string, Found>()
  const add = (found: Found, name: string): void => {
    const { line, column } = source.positionOf(found.offset)
    result.set(`${line}:${column}${name}`, found)
    collect(found)
  }
  const collect = ({ node, path }: Found): void => {
    if (node.kind === 'list')
      for (const [index, item] of node.items.entries())
        add({ node: item, offset: item.start, path: `${path}[${index}]` }, '')
    else if (node.kind === 'map')
      for (const { key, keyStart, value } of node.entries)
        add({ node: value, offset: keyStart, path: joined(path, key) }, ` ${key}`)
  }
  collect({ node: root, offset: root.start, path: '' })
  return result
}

/** As far as the file goes: a default stands nowhere, so what has it is shown instead. */
function stepInto(from: Found, at: Steps): Found {
  let found = from
  for (const step of at) {
    const next = stepOnce(found, step)
    if (next === undefined) break
    found = next
  }
  return found
}

function stepWholly(from: Found, at: Steps): Found | undefined {
  let found: Found | undefined = from
  for (const step of at) found = found && stepOnce(found, step)
  return found
}

function stepOnce({ node, path }: Found, step: string | number): Found | undefined {
  if (typeof step === 'number') {
    const item = node.kind === 'list' ? node.items[step] : undefined
    return item && { node: item, offset: item.start, path: `${path}[${step}]` }
  }
  const entry = entryOf(node, step)
  return entry && { node: entry.value, offset: entry.value.start, path: joined(path, step) }
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
