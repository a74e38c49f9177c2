import { canonicalJson } from '../../kit/canonical-json.ts'
import { hashWord } from '../../kit/hash.ts'
import type { Place } from '../../kit/shape/index.ts'
import { entryOf, problemIn, type Located, type Problem } from '../../kit/source/index.ts'
import type { ClauseSource, Contract } from '../contract.ts'
import { REQUIRED_KEYS, type ContractDocument } from './document.ts'
import type { Layer } from './layer.ts'
import { DRIFT, RECOVERY, RELIABILITY, SATISFACTION } from './sections.ts'

/** The nearest layer that says a setting wins; clauses and strategies add up, and one of the same name replaces its base. */
export function assemble(layers: readonly [Layer, ...Layer[]]): Contract {
  const first = <K extends keyof ContractDocument>(key: K): ContractDocument[K] | undefined =>
    layers.find(({ document }) => document[key] !== undefined)?.document[key]
  const recovery = settings('recovery', layers, defaultsOf(RECOVERY))
  const reliability = settings('reliability', layers, defaultsOf(RELIABILITY))
  const metadata = first('metadata')
  const body = {
    dialect: layers.some(({ dialect }) => dialect === 'dsl-0.4') ? ('dsl-0.4' as const) : layers[0].dialect,
    kind: first('kind') ?? 'agent',
    name: first('name') ?? '',
    description: first('description') ?? '',
    version: first('version') ?? '',
    ...(metadata === undefined ? {} : { metadata }),
    clauses: named(mergedClauses(layers)),
    recovery: {
      onHardViolation: recovery.on_hard_violation,
      onSoftViolation: recovery.on_soft_violation,
      strategies: strategiesOf(layers).map(({ max_attempts, ...strategy }) => ({
        ...strategy,
        maxAttempts: max_attempts,
      })),
    },
    satisfaction: settings('satisfaction', layers, defaultsOf(SATISFACTION)),
    drift: settings('drift', layers, defaultsOf(DRIFT)),
    reliability: { weights: reliability.weights, deploymentThreshold: reliability.deployment_threshold },
    upstream: settings('upstream', layers, {}),
  }
  return { ...body, hash: hashOf(body), files: layers.map(({ source }) => source.file) }
}

/** One section, key by key: what a file does not say itself is what its base says. */
function settings<K extends 'recovery' | 'reliability' | 'satisfaction' | 'drift' | 'upstream'>(
  section: K,
  layers: readonly Layer[],
  defaults: NonNullable<ContractDocument[K]>,
): NonNullable<ContractDocument[K]> {
  const merged = { ...defaults }
  for (const { document, root } of layers.toReversed()) {
    const said: object | undefined = document[section]
    const node = entryOf(root, section)?.value
    if (said === undefined || node?.kind !== 'map') continue
    for (const { key } of node.entries)
      if (Object.hasOwn(said, key)) Object.assign(merged, { [key]: (said as Record<string, unknown>)[key] })
  }
  return merged
}

function strategiesOf(layers: readonly Layer[]) {
  const all = layers.flatMap(({ document }) => document.recovery?.strategies ?? [])
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index)
}

/** What neither the file nor anything it extends provides. */
export function missingKeys(layers: readonly [Layer, ...Layer[]]): readonly Problem[] {
  const [{ source, root }] = layers
  return REQUIRED_KEYS.filter((key) => layers.every(({ document }) => document[key] === undefined)).map(
    (key) =>
      problemIn(source, {
        code: 'missing-key',
        path: key,
        offset: root.start,
        message: `${key} is required`,
        hint: key === 'contractspec' ? 'write contractspec: "1.0"' : undefined,
      }),
  )
}

/** The meaning without the places: moving a clause down a line is not a new contract. */
function hashOf(body: Omit<Contract, 'hash' | 'files'>): string {
  const clauses = body.clauses.map(({ location: _location, ...clause }) => clause)
  const text = canonicalJson({ ...body, clauses })
  return `${hashWord(text)}${hashWord(`${text}#`)}`
}

function mergedClauses([own, ...bases]: readonly [Layer, ...Layer[]]): readonly ClauseSource[] {
  const overridden = new Set(own.clauses.map(({ id }) => id))
  const inherited = bases.flatMap((base) => {
    const kept = base.clauses.filter(({ id }) => id === '' || !overridden.has(id))
    for (const { id } of base.clauses) overridden.add(id)
    return kept
  })
  return [...inherited, ...own.clauses]
}

/** A clause without an id is called after its operator; the second one of a kind gets a number. */
function named(clauses: readonly ClauseSource[]): readonly ClauseSource[] {
  const taken = new Set(clauses.map(({ id }) => id))
  return clauses.map((clause) => {
    if (clause.id !== '') return clause
    let id = clause.operator
    for (let count = 2; taken.has(id); count += 1) id = `${clause.operator}-${count}`
    taken.add(id)
    return { ...clause, id }
  })
}

function defaultsOf<T>(shape: { read(node: Located, place: Place): T | undefined }): T {
  const nothing: Located = { kind: 'scalar', value: null, written: '', start: 0, end: 0 }
  return shape.read(nothing, { path: '', subject: '', lenient: false, report: () => undefined })!
}
