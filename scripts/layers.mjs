// Checks the import table of ARCHITECTURE.md: which folder under src/ may import which.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const PURE = [
  'model',
  'kit',
  'shell',
  'pii',
  'prices',
  'tokens',
  'contract',
  'contract-tools',
  'wire',
  'chaos',
  'engine',
  'metrics',
  'mutations',
]

/** `files at the top of src/` may import everything: they only re-export. */
const MAY_IMPORT = {
  model: [],
  kit: [],
  shell: ['kit'],
  pii: ['kit'],
  prices: ['kit'],
  tokens: ['model', 'kit'],
  contract: ['model', 'kit', 'shell', 'pii', 'prices'],
  'contract-tools': ['model', 'kit', 'shell', 'prices', 'contract'],
  wire: ['model', 'kit', 'tokens', 'pii'],
  chaos: ['model', 'kit'],
  engine: ['model', 'kit', 'contract'],
  metrics: ['model', 'kit'],
  mutations: ['model', 'kit', 'metrics'],
  store: ['model', 'kit'],
  judge: ['model', 'kit', 'prices'],
  'mutations-writer': ['model', 'kit', 'judge', 'mutations'],
  guard: ['model', 'kit', 'prices', 'contract', 'engine', 'store', 'judge'],
  exchange: ['model', 'kit', 'tokens', 'prices', 'pii', 'wire', 'contract', 'guard', 'store'],
  mock: ['model', 'kit', 'wire'],
  planes: ['model', 'kit', 'chaos'],
  proxy: [
    'model',
    'kit',
    'tokens',
    'prices',
    'pii',
    'wire',
    'chaos',
    'contract',
    'guard',
    'store',
    'metrics',
    'exchange',
  ],
  sdk: ['model', 'kit', 'tokens', 'prices', 'pii', 'wire', 'contract', 'guard', 'store', 'judge', 'exchange'],
  workflow: ['model', 'kit', 'prices', 'tokens', 'wire', 'contract', 'guard', 'judge', 'store', 'shell'],
  conformance: [...PURE, 'workflow', 'guard', 'store', 'mock', 'judge'],
  plugins: ['model', 'kit', 'contract', 'chaos', 'mutations'],
  hooks: [
    'model',
    'kit',
    'contract',
    'plugins',
    'engine',
    'guard',
    'store',
    'prices',
    'pii',
    'shell',
    'tokens',
  ],
  mcp: ['model', 'kit', 'chaos', 'contract', 'guard', 'store', 'pii', 'prices'],
  lab: [
    ...PURE,
    'store',
    'judge',
    'guard',
    'mock',
    'exchange',
    'planes',
    'proxy',
    'mcp',
    'workflow',
    'mutations',
    'mutations-writer',
  ],
  // the shape of a run's result, and no more of the lab
  report: ['model', 'kit', 'contract', 'metrics', 'store', 'lab'],
  // the shapes of results, and no more of the lab and the suite
  dashboard: ['model', 'kit', 'contract', 'metrics', 'store', 'report', 'lab', 'conformance'],
  init: ['kit'],
  demo: ['kit', 'contract', 'mock', 'proxy'],
  replay: ['model', 'kit', 'chaos'],
  backtest: ['model', 'kit', 'contract', 'engine', 'metrics', 'store'],
  infer: ['model', 'kit', 'pii', 'contract', 'backtest'],
  // the shape of a run's result, and no more of the lab
  'contract-mutants': ['model', 'contract', 'backtest', 'lab'],
  shrink: ['kit', 'chaos'],
  ci: ['model', 'kit', 'chaos', 'contract', 'metrics', 'mutations', 'replay', 'shrink', 'lab'],
  testing: [...PURE, 'store', 'judge', 'guard', 'mock', 'proxy', 'report', 'sdk', 'planes'],
  // sits behind every surface in turn, to compare them
  parity: [...PURE, 'store', 'guard', 'mock', 'proxy', 'sdk', 'hooks', 'mcp'],
  cli: [
    ...PURE,
    'store',
    'hooks',
    'judge',
    'guard',
    'mock',
    'proxy',
    'mcp',
    'workflow',
    'conformance',
    'lab',
    'planes',
    'mutations',
    'mutations-writer',
    'report',
    'dashboard',
    'init',
    'demo',
    'replay',
    'shrink',
    'ci',
    'backtest',
    'infer',
    'contract-mutants',
    'testing',
    'parity',
    'plugins',
  ],
}

const root = resolve(import.meta.dirname, '../src')
const folderOf = (file) => {
  const [first, ...rest] = relative(root, file).split('/')
  return rest.length === 0 ? undefined : first
}
const problems = []

function walk(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) walk(path)
    else if (path.endsWith('.ts')) inspect(path)
  }
}

function inspect(file) {
  const from = folderOf(file)
  if (from === undefined) return
  const allowed = MAY_IMPORT[from]
  if (allowed === undefined) {
    problems.push(`${relative(root, file)}: folder \`${from}\` is not in the import table`)
    return
  }
  const isTest = file.endsWith('.test.ts')
  for (const [, target] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    if (target.startsWith('node:') && PURE.includes(from) && !isTest)
      problems.push(`${relative(root, file)}: a pure layer imports ${target}`)
    if (!target.startsWith('.')) continue
    const to = folderOf(resolve(dirname(file), target))
    const ok = to === from || allowed.includes(to) || (isTest && to === 'testing')
    if (!ok) problems.push(`${relative(root, file)}: \`${from}\` may not import \`${to ?? 'src'}\``)
  }
}

walk(root)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log('layers: every import is in the table')
