// Bundles the hook process into files that need nothing beside them: `hook.cjs`, which a host starts, the program
// it runs, the slow way to a contract that changed, and what only some contracts need. Usage: node scripts/bundle-hook.mjs [folder]
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { tsImport } from 'tsx/esm/api'

const root = resolve(import.meta.dirname, '..')
const entries = join(root, 'src', 'hooks', 'process')

/** Packages that most contracts never reach: files of their own, read when something of them is first touched. */
const LAZY_PACKAGES = [
  { name: 're2js', file: 'hook-regex.cjs' },
  { name: '@marcbachmann/cel-js', file: 'hook-expression.cjs' },
]

/** Modules of ours that build tables or hold long texts, run when something of them is first touched. */
const LAZY_MODULES = [
  { path: 'src/prices/table.ts' },
  { path: 'src/pii/credit-card.ts' },
  // these only want the scanner for the text of an answer
  { path: 'src/pii/index.ts', importers: /\/contract\/(check-program|extractors)\.ts$/ },
]

/** Output checks bring a JSON Schema compiler with them. */
const CHECKS = { filter: /\/contract\/checks\/index\.ts$/, file: 'hook-checks.cjs' }

/** Everything else has its own words for a contract, so that the list of all of them can stay out. */
const noVocabulary = {
  name: 'no-vocabulary',
  setup(bundle) {
    bundle.onResolve({ filter: /\/vocabulary\.ts$/ }, () => ({
      path: 'vocabulary',
      namespace: 'absent',
      sideEffects: false,
    }))
    bundle.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({
      contents: `export function builtInVocabulary() { throw new Error('a hook brings its own words') }`,
    }))
  },
}

/** Modules of ours only define things, so what nobody imports can be left out. */
const withoutSideEffects = {
  name: 'without-side-effects',
  setup(bundle) {
    bundle.onResolve({ filter: /^(\.\.?\/|unbash$)/ }, async ({ path, pluginData, ...rest }) => {
      if (pluginData === 'seen') return undefined
      const { importer, resolveDir, kind } = rest
      const found = await bundle.resolve(path, { importer, resolveDir, kind, pluginData: 'seen' })
      const isOurs = found.path.startsWith(join(root, 'src')) || path === 'unbash'
      return isOurs ? { ...found, sideEffects: false } : found
    })
  },
}

const apart = {
  name: 'apart',
  setup(bundle) {
    bundle.onResolve({ filter: CHECKS.filter }, () => ({ path: `./${CHECKS.file}`, external: true }))
    for (const { name, file } of LAZY_PACKAGES) {
      bundle.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: 'lazy' }))
      bundle.onResolve({ filter: new RegExp(`^\\./${file}$`) }, ({ path }) => ({ path, external: true }))
    }
    bundle.onResolve({ filter: /^\./ }, ({ path, importer, resolveDir, kind }) => {
      const whole = join(resolveDir, path)
      const module = LAZY_MODULES.find((each) => whole === join(root, each.path))
      const isWanted =
        module !== undefined && kind !== 'require-call' && (module.importers?.test(importer) ?? true)
      return isWanted ? { path: whole, namespace: 'lazy' } : undefined
    })
    bundle.onLoad({ filter: /.*/, namespace: 'lazy' }, async ({ path }) => {
      const apartFile = LAZY_PACKAGES.find(({ name }) => name === path)?.file
      const names = Object.keys(
        await (apartFile === undefined ? tsImport(path, import.meta.url) : import(path)),
      )
      return { contents: standIn(names, apartFile === undefined ? path : `./${apartFile}`), resolveDir: root }
    })
  },
}

/** Whoever imports a name from here reads it when it is used, and the first reading loads the module. */
function standIn(names, file) {
  const getters = names
    .filter((name) => name !== 'default')
    .map((name) => `get ${name}() { return load().${name} }`)
  return `let real
const load = () => (real ??= require(${JSON.stringify(file)}))
module.exports = { ${getters.join(', ')} }`
}

async function bundled(entry, options) {
  const { outputFiles } = await build({
    ...(typeof entry === 'string'
      ? { entryPoints: [join(entries, entry)] }
      : { stdin: { ...entry, resolveDir: root } }),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: true,
    // a program that runs from a code cache has no `import()`
    supported: { 'dynamic-import': false },
    write: false,
    logLevel: 'warning',
    ...options,
  })
  return outputFiles[0].text
}

/** Writes the files and says how large they are. */
export async function bundleHook(folder) {
  const program = await bundled('main.ts', { plugins: [noVocabulary, apart, withoutSideEffects] })
  const key = createHash('sha256').update(program).digest('hex').slice(0, 16)
  const files = {
    'hook.cjs': await bundled('start.ts', {
      define: { PROGRAM_KEY: JSON.stringify(key) },
      plugins: [withoutSideEffects],
    }),
    'hook-program.js': program,
    [CHECKS.file]: await bundled(
      { contents: `export { CHECKS } from './src/contract/checks/index.ts'`, loader: 'ts' },
      {},
    ),
    // unlike the program it is a module like any other, and plugins are imported
    'hook-contract.cjs': await bundled('slow-path.ts', { plugins: [withoutSideEffects], supported: {} }),
  }
  for (const { name, file } of LAZY_PACKAGES)
    files[file] = await bundled({ contents: `export * from '${name}'` }, {})
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.length]))
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(await bundleHook(resolve(process.argv[2] ?? join(root, 'dist'))))
