import type { EventOf } from '../../../../src/model/index.ts'
import { analyseCommandLine, compileCommandPattern } from '../../../../src/shell/index.ts'
import { sinceTurnStart } from '../history.ts'
import { globMatches } from '../text.ts'
import { NOTHING, type Said, type Reference } from './reference.ts'

const SHELL_TOOLS = new Set(['bash'])

/** The command lines in a call; calls are drawn with one spelling of each kind. */
function commandLines({ tool, args }: EventOf<'tool-call'>): readonly string[] {
  return Object.entries(args).flatMap(([key, value]) =>
    typeof value === 'string' && value !== '' && (key === 'command' || SHELL_TOOLS.has(tool.toLowerCase()))
      ? [value]
      : [],
  )
}

const matched = new Map<string, string | undefined>()

function outcomeOf(entry: string, line: string): string | undefined {
  const key = JSON.stringify([entry, line])
  if (!matched.has(key)) {
    const pattern = compileCommandPattern(entry)
    matched.set(
      key,
      pattern.kind === 'problem' ? undefined : pattern.match(analyseCommandLine(line))?.outcome,
    )
  }
  return matched.get(key)
}

const isBareWord = (entry: string) => /^[\w-]+\**$/u.test(entry)

export const toolBlocklist: Reference = ({ id, options }, { past, event }) => {
  if (event.kind !== 'tool-call') return NOTHING
  const {
    tools,
    scope = 'session',
    undecidable = 'deny',
  } = options as unknown as {
    readonly tools: readonly string[]
    readonly scope?: string
    readonly undecidable?: string
  }
  const lines = commandLines(event)
  const all = tools.flatMap((entry): readonly Said[] => {
    if (isBareWord(entry) && globMatches(entry.toLowerCase(), event.tool.toLowerCase()))
      return [{ code: 'tool-blocked', verdict: 'deny', about: entry }]
    const outcomes = new Set(lines.map((line) => outcomeOf(entry, line)))
    if (outcomes.has('match')) return [{ code: 'command-blocked', verdict: 'deny', about: entry }]
    return outcomes.has('undecidable') && undecidable !== 'allow'
      ? [{ code: 'command-undecidable', verdict: undecidable, about: entry }]
      : []
  })
  const certain = all.filter(({ code }) => code !== 'command-undecidable')
  const told = new Set(
    (scope === 'turn' ? sinceTurnStart(past) : past)
      .flatMap(({ complaints }) => complaints)
      .filter(({ clauseId }) => clauseId === id)
      .map(({ about }) => about),
  )
  return {
    said: (certain.length > 0 ? certain : all).map((each) => ({ ...each, counted: !told.has(each.about) })),
  }
}
