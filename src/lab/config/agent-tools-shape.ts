import { below, item, object, optional, refuse, text, type Place, type Shape } from '../../kit/shape/index.ts'
import type { Located } from '../../kit/source/index.ts'

/** A tool of the agent that the lab can stand in front of: a callable it wraps, or an address it routes. */
export interface AgentTool {
  readonly name: string
  /** `module:attribute` of a function the lab may wrap; dots in the attribute are followed. */
  readonly callable?: string
  /** Where the real tool answers; the lab puts a reverse proxy in front of it. */
  readonly url?: string
  /** The environment variable in which the agent finds the tool's address. */
  readonly env?: string
}

const EXPECTED =
  'a list of callables such as "tools:search", or a mapping of names to {url, env} or callables'

const ROUTE = object({
  callable: optional(text({ nonEmpty: true }), '`module:attribute` of a function the lab may wrap.'),
  url: optional(text({ nonEmpty: true }), 'Where the real tool answers.'),
  env: optional(text({ nonEmpty: true }), "The environment variable that names the tool's address."),
})

/** `agent.tools` in both spellings, as one list. */
export const agentToolsShape: Shape<readonly AgentTool[]> = {
  expected: EXPECTED,
  read(node, place) {
    const tools = readTools(node, place)
    return tools?.some((tool) => tool === undefined) === true ? undefined : (tools as AgentTool[] | undefined)
  },
  schema: () => ({
    anyOf: [
      { type: 'array', items: { type: 'string', minLength: 1 } },
      { type: 'object', additionalProperties: { anyOf: [{ type: 'string' }, ROUTE.schema()] } },
    ],
  }),
}

function readTools(node: Located, place: Place): readonly (AgentTool | undefined)[] | undefined {
  if (node.kind === 'list')
    return node.items.map((entry, index) => {
      const callable = text({ nonEmpty: true }).read(entry, item(place, index))
      return callable === undefined ? undefined : { name: lastName(callable), callable }
    })
  if (node.kind === 'map')
    return node.entries.map(({ key, value }) => namedTool(key, value, below(place, key)))
  return refuse(node, place, EXPECTED)
}

function namedTool(name: string, node: Located, place: Place): AgentTool | undefined {
  if (node.kind === 'scalar') {
    const written = text({ nonEmpty: true, expected: 'a URL or `module:attribute`' }).read(node, place)
    if (written === undefined) return undefined
    return /^https?:\/\//u.test(written) ? { name, url: written } : { name, callable: written }
  }
  const route = ROUTE.read(node, place)
  if (route === undefined) return undefined
  if ((route.url === undefined) === (route.callable === undefined)) {
    place.report({
      code: 'tool-route',
      path: place.path,
      offset: node.start,
      message: `${place.subject} must have either \`url\` or \`callable\``,
    })
    return undefined
  }
  return { name, ...route }
}

/** `tools.market:api.search` is called `search`. */
function lastName(callable: string): string {
  return callable.split(/[:.]/u).at(-1)!
}
