import { didYouMean } from '../../kit/nearest-name.ts'
import { entryOf, type Located, type RawProblem } from '../../kit/source/index.ts'

interface Named {
  readonly name: string
  readonly path: string
  readonly offset: number
}

/** Reads the tree and not the typed document, so that these are told even when something else is wrong too. */
export function findContradictions(
  root: Located,
  inheritedStrategies: readonly string[],
): readonly RawProblem[] {
  const strategies = listAt(root, 'recovery', 'strategies').flatMap((node, index) =>
    namedAt(node, 'name', `recovery.strategies[${index}]`),
  )
  const known =
    entryOf(root, 'recovery') === undefined ? inheritedStrategies : strategies.map(({ name }) => name)
  return [
    ...duplicates(clauseNames(root), 'clauses', 'names are unique across the whole contract'),
    ...duplicates(strategies, 'strategies', 'give each its own name'),
    ...wantedStrategies(root).flatMap((wanted) =>
      unknownStrategy(wanted, known, `no recovery strategy is called \`${wanted.name}\``),
    ),
    ...fallbackProblems(root, known),
  ]
}

export function strategyNames(root: Located): readonly string[] {
  return listAt(root, 'recovery', 'strategies').flatMap((node) =>
    namedAt(node, 'name', '').map(({ name }) => name),
  )
}

const CONSTRAINT_LISTS = [
  ['preconditions'],
  ['invariants', 'hard'],
  ['invariants', 'soft'],
  ['governance', 'hard'],
  ['governance', 'soft'],
] as const

function clauseNames(root: Located): readonly Named[] {
  const constraints = CONSTRAINT_LISTS.flatMap((keys) =>
    listAt(root, ...keys).flatMap((node, index) => {
      const path = `${keys.join('.')}[${index}]`
      const id = namedAt(node, 'id', path)
      return id.length > 0 ? id : namedAt(node, 'name', path)
    }),
  )
  const operators = listAt(root, 'invariants', 'process').flatMap((node, index) =>
    node.kind === 'map'
      ? node.entries.flatMap(({ key, value }) => namedAt(value, 'id', `invariants.process[${index}].${key}`))
      : [],
  )
  const checks = listAt(root, 'invariants', 'output').flatMap((node, index) =>
    namedAt(node, 'id', `invariants.output[${index}]`),
  )
  return [...constraints, ...operators, ...checks]
}

function duplicates(named: readonly Named[], noun: string, hint: string): readonly RawProblem[] {
  const seen = new Set<string>()
  return named.flatMap(({ name, path, offset }) => {
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [{ code: 'duplicate-name', path, offset, message: `two ${noun} are called \`${name}\``, hint }]
  })
}

function wantedStrategies(root: Located): readonly Named[] {
  return [['invariants', 'soft'] as const, ['governance', 'soft'] as const].flatMap((keys) =>
    listAt(root, ...keys).flatMap((node, index) =>
      namedAt(node, 'recovery', `${keys.join('.')}[${index}].recovery`),
    ),
  )
}

function unknownStrategy(
  { name, path, offset }: Named,
  known: readonly string[],
  message: string,
): readonly RawProblem[] {
  if (known.includes(name)) return []
  return [
    {
      code: 'unknown-strategy',
      path,
      offset,
      message,
      hint: didYouMean(name, known) ?? 'define it under recovery.strategies',
    },
  ]
}

function fallbackProblems(root: Located, known: readonly string[]): readonly RawProblem[] {
  const nodes = listAt(root, 'recovery', 'strategies')
  // reversed, so that the first of two with the same name counts
  const fallbackOf = new Map(
    nodes
      .toReversed()
      .flatMap((node) =>
        namedAt(node, 'name', '').map(({ name }) => [name, namedAt(node, 'fallback', '')[0]?.name] as const),
      ),
  )
  return nodes.flatMap((node, index) => {
    const [fallback] = namedAt(node, 'fallback', `recovery.strategies[${index}].fallback`)
    const [own] = namedAt(node, 'name', '')
    if (fallback === undefined) return []
    const unknown = unknownStrategy(fallback, known, `the fallback \`${fallback.name}\` is not a strategy`)
    if (unknown.length > 0 || own === undefined) return unknown
    const circle = circleFrom(own.name, fallbackOf)
    return circle === undefined
      ? []
      : [
          {
            code: 'fallback-cycle',
            path: fallback.path,
            offset: fallback.offset,
            message: `the fallbacks go in a circle: ${circle.join(' → ')}`,
          },
        ]
  })
}

function circleFrom(
  start: string,
  fallbackOf: ReadonlyMap<string, string | undefined>,
): readonly string[] | undefined {
  const chain = [start]
  for (
    let next = fallbackOf.get(start);
    next !== undefined && chain.length <= fallbackOf.size;
    next = fallbackOf.get(next)
  ) {
    chain.push(next)
    if (next === start) return chain
  }
  return undefined
}

function listAt(root: Located, ...keys: readonly string[]): readonly Located[] {
  const node = keys.reduce<Located | undefined>((parent, key) => entryOf(parent, key)?.value, root)
  return node?.kind === 'list' ? node.items : []
}

/** The text under a key, as a list of none or one. */
function namedAt(node: Located, key: string, path: string): readonly Named[] {
  const value = entryOf(node, key)?.value
  return value?.kind === 'scalar' && typeof value.value === 'string' && value.value !== ''
    ? [{ name: value.value, path, offset: value.start }]
    : []
}
