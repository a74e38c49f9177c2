import { compileCommandPattern } from '../../shell/index.ts'
import { globCovers } from '../globs.ts'

interface Entry {
  readonly text: string
  readonly kind: string
}

const MOST_ENTRIES_KEPT = 10_000

// an entry is compared with many others, and compiling it takes longer than comparing
const known = new Map<string, Entry>()

function blocklistEntry(source: string): Entry {
  const found = known.get(source)
  if (found !== undefined) return found
  const text = source.trim().replaceAll(/\s+/gu, ' ')
  const entry = { text, kind: compileCommandPattern(text).kind }
  if (known.size >= MOST_ENTRIES_KEPT) known.clear()
  known.set(source, entry)
  return entry
}

/** Only a bare word or glob can name a tool. */
export function namesTools(source: string): boolean {
  return blocklistEntry(source).kind === 'name'
}

/** Whatever `narrow` blocks, `wide` blocks too: the same entry, a wider glob, or the program of the command. */
export function entryCovers(wide: string, narrow: string): boolean {
  const [outer, inner] = [blocklistEntry(wide), blocklistEntry(narrow)]
  if (outer.text === inner.text) return true
  if (outer.kind !== 'name' || (inner.kind !== 'name' && inner.kind !== 'command')) return false
  const program = inner.kind === 'name' ? inner.text : inner.text.split(' ')[0]!
  return globCovers(outer.text.toLowerCase(), program.toLowerCase())
}
