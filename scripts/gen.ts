// Writes everything that follows from the code: folder indexes, the reference pages and the JSON Schemas.
// `--check` writes nothing and fails when something is stale.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { format } from 'oxfmt'
import { COMMANDS } from '../src/cli/commands/index.ts'
import { SCHEMAS } from '../src/cli/schemas.ts'
import { ATTACKS, FAULTS, PROFILES } from '../src/chaos/index.ts'
import { SCHEDULE_FIELDS } from '../src/chaos/schedule/schedule-fields.ts'
import { builtInVocabulary, EXTRACTORS } from '../src/contract/index.ts'
import { ERROR_CODES } from '../src/kit/errors.ts'
import { MUTATIONS } from '../src/mutations/index.ts'
import { NODES } from '../src/workflow/index.ts'
import {
  chaosPage,
  checksPage,
  commandsPage,
  errorsPage,
  fieldsPage,
  mutationsPage,
  nodesPage,
  operatorsPage,
  predicatesPage,
} from './reference-pages.ts'

const root = resolve(import.meta.dirname, '..')
const isCheck = process.argv.includes('--check')
const stale: string[] = []

/** A generated list of the definitions in a folder. */
interface ListFile {
  readonly folder: string
  readonly file: string
  readonly define: string
  readonly list: string
  readonly type: string
  readonly from: string
  readonly doc?: string
}

const CHECKS = { folder: 'src/contract/checks', type: 'AnyCheck', from: '../define-check.ts' }

const LISTS: readonly ListFile[] = [
  {
    folder: 'src/contract/operators',
    file: 'index.ts',
    define: 'defineOperator',
    list: 'OPERATORS',
    type: 'AnyOperator',
    from: '../define-operator.ts',
  },
  {
    folder: 'src/contract/predicates',
    file: 'index.ts',
    define: 'definePredicate',
    list: 'PREDICATES',
    type: 'AnyPredicate',
    from: '../define-predicate.ts',
  },
  {
    folder: 'src/mutations/types',
    file: 'index.ts',
    define: 'defineMutation',
    list: 'MUTATIONS',
    type: 'MutationDefinition',
    from: '../define-mutation.ts',
  },
  {
    folder: 'src/workflow/nodes',
    file: 'index.ts',
    define: 'defineNode',
    list: 'NODES',
    type: 'AnyNode',
    from: '../define-node.ts',
  },
  { ...CHECKS, file: 'index.ts', define: 'define\\w+', list: 'CHECKS' },
  {
    ...CHECKS,
    file: 'leaves.ts',
    define: 'defineCheck',
    list: 'LEAVES',
    doc: '/** Every check that is not made of others. `combination.ts` cannot ask `index.ts`, which imports it. */',
  },
  {
    folder: 'src/chaos/faults',
    file: 'index.ts',
    define: 'define(?:Tool|Llm)Fault',
    list: 'FAULTS',
    type: 'AnyFault',
    from: '../define-fault.ts',
  },
  {
    folder: 'src/chaos/attacks',
    file: 'index.ts',
    define: 'defineAttack',
    list: 'ATTACKS',
    type: 'AnyAttack',
    from: '../define-attack.ts',
  },
  {
    folder: 'src/chaos/profiles',
    file: 'index.ts',
    define: 'defineProfile',
    list: 'PROFILES',
    type: 'Profile',
    from: '../define-profile.ts',
  },
]

const HEADER = '// Written by `npm run gen`; do not edit.'

for (const { folder, file, define, list, type, from, doc } of LISTS) {
  const found = definitionsIn(folder, new RegExp(`^export const (\\w+) = (?:${define})\\(`, 'mu'))
  const imports = found.map((definition) => `import { ${definition.name} } from './${definition.file}'`)
  const exported = `export const ${list}: readonly ${type}[] = [${found.map(({ name }) => name).join(', ')}]`
  await write(
    `${folder}/${file}`,
    [
      HEADER,
      `import type { ${type} } from '${from}'`,
      ...imports,
      '',
      ...(doc === undefined ? [] : [doc]),
      exported,
      '',
    ].join('\n'),
  )
}
await write('src/cli/commands/index.ts', commandsIndex())

const { operators, predicates, checks } = builtInVocabulary()
const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()))
await write('docs/reference/operators.md', operatorsPage([...operators.values()]))
await write('docs/reference/predicates.md', predicatesPage([...predicates.values()]))
await write('docs/reference/checks.md', checksPage([...checks.values()]))
await write('docs/reference/mutations.md', mutationsPage(MUTATIONS))
await write('docs/reference/fields.md', fieldsPage(EXTRACTORS))
await write('docs/reference/nodes.md', nodesPage(NODES))
await write(
  'docs/reference/chaos.md',
  chaosPage({ faults: FAULTS, attacks: ATTACKS, profiles: PROFILES, schedule: SCHEDULE_FIELDS }),
)
await write('docs/reference/errors.md', errorsPage(ERROR_CODES))
await write('docs/reference/cli.md', commandsPage(commands))
for (const [kind, { build }] of Object.entries(SCHEMAS))
  await write(`schemas/${kind}.schema.json`, `${JSON.stringify(build(), undefined, 2)}\n`)

if (stale.length > 0) {
  console.error(`stale, run \`npm run gen\`:\n${stale.map((file) => `  ${file}`).join('\n')}`)
  process.exitCode = 1
}

function definitionsIn(folder: string, pattern: RegExp): readonly { file: string; name: string }[] {
  return filesIn(folder).flatMap((file) => {
    const name = pattern.exec(readFileSync(join(root, folder, file), 'utf8'))?.[1]
    return name === undefined ? [] : [{ file, name }]
  })
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'index.ts')
    .sort()
}

function commandsIndex(): string {
  const folder = 'src/cli/commands'
  const rows = filesIn(folder).flatMap((file) => {
    const text = readFileSync(join(root, folder, file), 'utf8')
    const variable = /^export const (\w+) = defineCommand\(/mu.exec(text)?.[1]
    const name = /^ {2}name: '([^']+)'/mu.exec(text)?.[1]
    return variable === undefined || name === undefined
      ? []
      : [{ name, row: `  '${name}': async () => (await import('./${file}')).${variable},` }]
  })
  const sorted = [...rows].sort((left, right) => (left.name < right.name ? -1 : 1))
  return `${HEADER}\nimport type { Command } from '../command.ts'\n\n/** Loaded only when asked for, so that one command does not pay for the others. */\nexport const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {\n${sorted.map(({ row }) => row).join('\n')}\n}\n`
}

async function write(path: string, text: string): Promise<void> {
  const whole = join(root, path)
  const wanted = path.endsWith('.ts') ? await formatted(whole, text) : text
  const present = readOrNothing(whole)
  if (present === wanted) return
  if (isCheck) {
    stale.push(relative(root, whole))
    return
  }
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, wanted)
  console.log(`wrote ${path}`)
}

async function formatted(path: string, text: string): Promise<string> {
  const options = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as Record<string, unknown>
  const { code } = await format(path, text, options)
  return code
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
