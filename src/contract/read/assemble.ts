import { canonicalJson } from '../../kit/canonical-json.ts'
import { hashWord } from '../../kit/hash.ts'
import type { Place } from '../../kit/shape/index.ts'
import { problemIn, type Located, type Problem } from '../../kit/source/index.ts'
import type { ClauseSource, Contract } from '../contract.ts'
import { REQUIRED_KEYS, type ContractDocument } from './document.ts'
import type { Layer } from './layer.ts'
import { DRIFT, RECOVERY, RELIABILITY, SATISFACTION } from './sections.ts'

/** The nearest layer wins for settings; clauses add up, and one with the same id replaces its base. */
export function assemble(layers: readonly [Layer, ...Layer[]]): Contract {
  const first = <K extends keyof ContractDocument>(key: K): ContractDocument[K] | undefined =>
    layers.find(({ document }) => document[key] !== undefined)?.document[key]
  const recovery = first('recovery') ?? defaultsOf(RECOVERY)
  const reliability = first('reliability') ?? defaultsOf(RELIABILITY)
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
      strategies: recovery.strategies.map(({ max_attempts, ...strategy }) => ({
        ...strategy,
        maxAttempts: max_attempts,
      })),
    },
    satisfaction: first('satisfaction') ?? defaultsOf(SATISFACTION),
    drift: first('drift') ?? defaultsOf(DRIFT),
    reliability: { weights: reliability.weights, deploymentThreshold: reliability.deployment_threshold },
    upstream: first('upstream') ?? {},
  }
  return { ...body, hash: hashOf(body), files: layers.map(({ source }) => source.file) }
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
