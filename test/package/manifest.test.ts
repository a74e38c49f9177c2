import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  exports: Record<string, string | { types: string; default: string }>
  dependencies: Record<string, string>
  files: readonly string[]
}

test('every export has a source, and its types stand before its code', () => {
  for (const [name, target] of Object.entries(manifest.exports)) {
    if (typeof target === 'string') continue
    expect(Object.keys(target), name).toEqual(['types', 'default'])
    const source = target.default.replace('./dist/', 'src/').replace('.js', '.ts')
    expect(existsSync(join(ROOT, source)), name).toBe(true)
    expect(target.types).toBe(target.default.replace('.js', '.d.ts'))
  }
})

test('dependencies are pinned to one version each', () => {
  for (const [name, version] of Object.entries(manifest.dependencies)) expect(version, name).toMatch(/^\d/u)
})

test('what the package reads at run time is packed', () => {
  // the demo, the schema lines of new files, and the transcripts of `parity`
  expect(manifest.files).toEqual(expect.arrayContaining(['dist', 'examples', 'schemas', 'corpus/parity']))
  expect(manifest.files).toContain('!dist/**/*.map')
})

/** The folders in the import table of ARCHITECTURE.md, with what it says of them. */
function told(): ReadonlyMap<string, { readonly isPure: boolean }> {
  const rows = [...read('ARCHITECTURE.md').matchAll(/^\| `([a-z-]+)\/` \| .+ \| (yes|no) \| .+ \|$/gmu)]
  return new Map(rows.map(([, folder, pure]) => [folder!, { isPure: pure === 'yes' }]))
}

test('ARCHITECTURE.md has one row for every folder under src/, and calls the pure ones pure', () => {
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect([...told().keys()].toSorted()).toEqual(folders.toSorted())
  const pure = /const PURE = \[([^\]]+)\]/u.exec(read('scripts/layers.mjs'))![1]!
  const names = [...pure.matchAll(/'([a-z-]+)'/gu)].map(([, name]) => name!)
  expect(
    [...told()]
      .filter(([, { isPure }]) => isPure)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(names.toSorted())
})
