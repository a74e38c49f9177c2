import type { Located, RawProblem } from '../../kit/source/index.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Expanded {
  readonly root: Located
  readonly problems: readonly RawProblem[]
  /** Where values stand that came from the environment: numbers among them are in quotes for no fault of the author. */
  readonly offsets: ReadonlySet<number>
}

/** `${NAME}` and `${NAME:-default}`; `$${` stands for `${`. */
const REFERENCE = /\$(\$?)\{([A-Za-z_][A-Za-z0-9_]*)(:-([^}]*))?\}/gu

/** `$NAME`, understood only where addresses and credentials stand, because a price such as `$USD` is text elsewhere. */
const BARE = /\$([A-Z_][A-Z0-9_]*)\b/gu

const BARE_PLACES = /^agent\.(?:endpoint$|headers\.|query_params\.)/u

/** Fills environment variables into every string. A variable that is not set and has no default is a problem. */
export function expandEnvironment(root: Located, env: Environment): Expanded {
  const problems: RawProblem[] = []
  const offsets = new Set<number>()

  function scalarText(text: string, path: string, offset: number): string {
    const valueOf = (name: string, fallback: string | undefined): string => {
      const value = env[name]
      if (value !== undefined && (value !== '' || fallback === undefined)) return value
      if (fallback !== undefined) return fallback
      problems.push({
        code: 'unset-variable',
        path,
        offset,
        message: `the environment variable \`${name}\` is not set`,
        hint: `set it, or write a default: \${${name}:-…}`,
      })
      return ''
    }
    const filled = text.replace(
      REFERENCE,
      (written, dollar: string, name: string, _: unknown, fallback?: string) =>
        dollar === '' ? valueOf(name, fallback) : written.slice(1),
    )
    return BARE_PLACES.test(path)
      ? filled.replace(BARE, (_, name: string) => valueOf(name, undefined))
      : filled
  }

  function walk(node: Located, path: string): Located {
    if (node.kind === 'list')
      return { ...node, items: node.items.map((item, index) => walk(item, `${path}[${index}]`)) }
    if (node.kind === 'map')
      return {
        ...node,
        entries: node.entries.map((entry) => ({
          ...entry,
          value: walk(entry.value, path === '' ? entry.key : `${path}.${entry.key}`),
        })),
      }
    if (typeof node.value !== 'string' || !node.value.includes('$')) return node
    const text = scalarText(node.value, path, node.start)
    if (text === node.value) return node
    offsets.add(node.start)
    return { ...node, value: text, written: text }
  }

  return { root: walk(root, ''), problems, offsets }
}
