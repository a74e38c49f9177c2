import type { ClauseSource, Contract } from '../../../contract/index.ts'
import { toolNames } from '../../tool-patterns.ts'
import { defineRule } from '../define-rule.ts'
import type { Steps } from '../../places.ts'

interface NameUse {
  readonly clause: ClauseSource
  readonly at: Steps
  readonly name: string
}

/** Signs that no provider lets a tool have in its name, and what people mean by them. */
const FOREIGN: readonly (readonly [sign: RegExp, hint: string])[] = [
  [/^\w+\(.*\)$/su, 'write the tool alone here, and its commands in a tool_blocklist'],
  [/\|/u, 'write each tool as an entry of its own'],
  [/\s/u, 'write the name of the tool; commands belong into a tool_blocklist'],
  [
    /[\^$+()[\]{}\\]|^\.\*/u,
    'this is a glob: `*` is any run of characters, `?` is one, and nothing else is special',
  ],
  [/[,;"'`<>]/u, 'write each tool as an entry of its own, without further signs'],
]

export const neverAToolName = defineRule({
  code: 'never-a-tool-name',
  level: 'warning',
  summary: 'A glob that no tool name can match.',
  check: ({ contract }) =>
    namesIn(contract).flatMap(({ clause, at, name }) => {
      const hint = FOREIGN.find(([sign]) => sign.test(name))?.[1]
      return hint === undefined
        ? []
        : [
            {
              clause,
              at,
              message: `\`${name}\` can never be the name of a tool, so it matches nothing`,
              hint,
            },
          ]
    }),
})

const LISTS = new Set(['tool_allowlist.tools', 'repetition_guard.ignore_tools'])
const PATTERNS = new Set([
  'must_state.before_tool_pattern',
  'tool_called.tool',
  'tool_not_called.tool',
  'max_tool_calls.tool',
])

function namesIn({ clauses }: Contract): readonly NameUse[] {
  return clauses.flatMap((clause) => {
    const { operator, options } = clause
    if (typeof options !== 'object' || options === null) return []
    return Object.entries(options as Readonly<Record<string, unknown>>).flatMap(([key, value]): NameUse[] => {
      const use = `${operator}.${key}`
      if (LISTS.has(use))
        return (value as readonly string[]).map((name, index) => ({ clause, at: [key, index], name }))
      if (PATTERNS.has(use)) return inPattern(clause, [key], value as string)
      if (use === 'tool_sequence.tools')
        return (value as readonly string[]).flatMap((each, index) => inPattern(clause, [key, index], each))
      if (use === 'tool_blocklist.tools')
        return (value as readonly string[]).flatMap((name, index) =>
          // other signs have a meaning in commands
          /^\w+\(.*\)$/su.test(name.trim()) ? [{ clause, at: [key, index], name }] : [],
        )
      return []
    })
  })
}

function inPattern(clause: ClauseSource, at: Steps, pattern: string): NameUse[] {
  const names = toolNames(pattern)
  return names.kind === 'regex' ? [] : pattern.split('|').map((name) => ({ clause, at, name: name.trim() }))
}
