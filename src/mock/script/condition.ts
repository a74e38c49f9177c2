import { eitherOf, list, object, oneOf, optional, text, type Shape } from '../../kit/shape/index.ts'
import { contentText, newestResults, type Scene } from './scene.ts'

/** All that is named must fit; a list fits when one of its texts does. Capitals do not matter. */
export interface Condition {
  readonly lastUser?: readonly string[]
  readonly toolResult?: readonly string[]
  readonly tool?: readonly string[]
  readonly model?: readonly string[]
  readonly system?: readonly string[]
  readonly newest?: 'user' | 'tool'
}

const TEXTS = eitherOf(text(), list(text(), { nonEmpty: true }))

const WRITTEN = object({
  last_user: optional(TEXTS, 'Text that the last user message contains.'),
  tool_result: optional(TEXTS, 'Text that a result contains which came since the last reply; "" is any.'),
  tool: optional(TEXTS, 'The name of a tool whose result came since the last reply.'),
  model: optional(TEXTS, 'Text that the name of the model contains.'),
  system: optional(TEXTS, 'Text that the system prompt contains.'),
  newest: optional(oneOf('user', 'tool'), 'Who spoke last.'),
})

export const CONDITION: Shape<Condition> = {
  expected: WRITTEN.expected,
  read(node, place) {
    const written = WRITTEN.read(node, place)
    if (written === undefined) return undefined
    if (Object.keys(written).length === 0) {
      place.report({
        code: 'empty-condition',
        path: place.path,
        offset: node.start,
        message: `${place.subject} names nothing to look for`,
        hint: 'name last_user, tool_result, tool, model, system or newest; for every other request use `default`',
      })
      return undefined
    }
    const { last_user, tool_result, tool, model, system, newest } = written
    return {
      ...(last_user !== undefined && { lastUser: lowered(last_user) }),
      ...(tool_result !== undefined && { toolResult: lowered(tool_result) }),
      ...(tool !== undefined && { tool: lowered(tool) }),
      ...(model !== undefined && { model: lowered(model) }),
      ...(system !== undefined && { system: lowered(system) }),
      ...(newest !== undefined && { newest }),
    }
  },
  schema: () => ({ ...WRITTEN.schema(), minProperties: 1 }),
}

function lowered(written: string | readonly string[]): readonly string[] {
  return (typeof written === 'string' ? [written] : written).map((each) => each.toLowerCase())
}

export function fits(condition: Condition, { request }: Scene): boolean {
  const results = newestResults(request)
  const newest = results.length > 0 ? 'tool' : 'user'
  const { lastUser, toolResult, tool, model, system } = condition
  return (
    (condition.newest === undefined || condition.newest === newest) &&
    contains(lastUser, [request.lastUserText]) &&
    contains(
      toolResult,
      results.map(({ content }) => contentText(content)),
    ) &&
    contains(model, [request.model ?? '']) &&
    contains(system, [request.system]) &&
    (tool === undefined || results.some((result) => tool.includes(result.tool.toLowerCase())))
  )
}

function contains(wanted: readonly string[] | undefined, texts: readonly string[]): boolean {
  if (wanted === undefined) return true
  return texts.some((each) => {
    const haystack = each.toLowerCase()
    return wanted.some((needle) => haystack.includes(needle))
  })
}
