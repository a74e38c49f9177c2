import type { JsonValue } from '../../model/index.ts'
import { parseJson } from '../../wire/index.ts'
import { contentText, newestResults, resultsOf, type Scene } from './scene.ts'

/** What can stand between `{{` and `}}`; `tool` is what follows a colon. */
export const SLOTS = {
  last_user: ({ request }) => request.lastUserText,
  system: ({ request }) => request.system,
  model: ({ request }) => request.model,
  conversation: ({ conversation }) => conversation,
  turn: ({ turn }) => String(turn),
  tool_result: ({ request }, tool) => {
    const results = resultsOf(request)
    const found = tool === undefined ? results.at(-1) : results.findLast((result) => result.tool === tool)
    return found === undefined ? undefined : contentText(found.content)
  },
  tool_results: ({ request }) =>
    newestResults(request)
      .map(({ content }) => contentText(content))
      .join('\n'),
  tool: ({ request }) => resultsOf(request).at(-1)?.tool,
} as const satisfies Record<string, (scene: Scene, tool: string | undefined) => string | undefined>

export type SlotName = keyof typeof SLOTS

export interface Slot {
  readonly name: SlotName
  readonly tool?: string
  /** Steps into the value, which is read as JSON then. */
  readonly path: readonly string[]
  /** Stands in for a value that is not there. */
  readonly fallback?: string
}

/** `undefined` when the conversation holds no such value. A value reached by a path keeps its type. */
export function slotValue({ name, tool, path, fallback }: Slot, scene: Scene): JsonValue | undefined {
  const text = SLOTS[name](scene, tool)
  const found = text === undefined || path.length === 0 ? text : step(parseJson(text), path)
  return found === undefined || found === '' ? (fallback ?? found) : found
}

function step(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let reached = value
  for (const key of path) {
    if (typeof reached !== 'object' || reached === null || !Object.hasOwn(reached, key)) return undefined
    reached = (reached as Readonly<Record<string, JsonValue>>)[key]
  }
  return reached
}
