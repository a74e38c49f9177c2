// Bundles the hook process into files that need nothing beside them: `hook.cjs`, which a host starts, the program
// it runs, the slow way to a contract that changed, and what only some contracts need. Usage: node scripts/bundle-hook.mjs [folder]
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')
const entries = join(root, 'src', 'hooks', 'process')

/**
 * What most contracts never reach is a file of its own, read when something of it is first touched.
 * `importers` says from where; elsewhere the module is needed at once.
 */
const LAZY = [
  { name: 're2js', file: 'hook-regex.cjs', filter: /^re2js$/ },
  { name: '@marcbachmann/cel-js', file: 'hook-expression.cjs', filter: /^@marcbachmann\/cel-js$/ },
]

/** The scanner builds large tables when it is loaded; these modules only want it for an answer's text. */
const SCANNER = { filter: /\/pii\/index\.ts$/, importers: /\/contract\/(check-program|extractors)\.ts$/ }

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
    for (const { name, filter, file } of LAZY) {
      bundle.onResolve({ filter }, () => ({
        path: name,
        namespace: 'lazy',
        pluginData: { file: `./${file}` },
        sideEffects: false,
      }))
      bundle.onResolve({ filter: new RegExp(`^\\./${file}$`) }, ({ path }) => ({ path, external: true }))
    }
    bundle.onResolve({ filter: CHECKS.filter }, () => ({ path: `./${CHECKS.file}`, external: true }))
    bundle.onResolve({ filter: SCANNER.filter }, ({ importer, path, resolveDir }) =>
      SCANNER.importers.test(importer)
        ? { path: 'pii', namespace: 'lazy', pluginData: { file: join(resolveDir, path) }, sideEffects: false }
        : undefined,
    )
    bundle.onLoad({ filter: /.*/, namespace: 'lazy' }, async ({ path, pluginData }) => ({
      contents:
        path === 'pii' ? lazyScanner(pluginData.file) : lazyModule(await functionsIn(path), pluginData.file),
      resolveDir: root,
    }))
  },
}

/** The list of groups is wanted as a list, and cheap. */
function lazyScanner(file) {
  const groups = JSON.stringify(join(root, 'src/pii/groups.ts'))
  return `${lazyModule(['createPiiScanner'], file)}\nexport { PII_GROUPS } from ${groups}`
}

/** Only functions and classes can be stood in for; importing anything else fails the build, as it must. */
async function functionsIn(name) {
  const entries = Object.entries(await import(name))
  return entries
    .filter(([key, value]) => key !== 'default' && typeof value === 'function')
    .map(([key]) => key)
}

/** Stand-ins that load the module at the first use of any of them. */
function lazyModule(names, file) {
  const stands = names.map((each) => `export const ${each} = /* @__PURE__ */ lazy('${each}')`)
  return `let real
const load = () => (real ??= require(${JSON.stringify(file)}))
const lazy = (name) => new Proxy(function () {}, {
  get: (_, key) => load()[name][key],
  apply: (_, self, args) => Reflect.apply(load()[name], self, args),
  construct: (_, args) => Reflect.construct(load()[name], args),
})
${stands.join('\n')}`
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
    'hook-contract.cjs': await bundled('slow-path.ts', { plugins: [withoutSideEffects] }),
  }
  for (const { name, file } of LAZY) files[file] = await bundled({ contents: `export * from '${name}'` }, {})
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.length]))
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(await bundleHook(resolve(process.argv[2] ?? join(root, 'dist'))))
