import type { Verdict } from '../../model/index.ts'
import { globMatcher } from '../../kit/glob.ts'
import { checked, defaulted, list, oneOf, required, text } from '../../kit/shape/index.ts'
import { compileCommandPattern, type CommandPattern, type ShellMatch } from '../../shell/index.ts'
import { byTool } from '../by-tool.ts'
import type { Objection, Program } from '../clause.ts'
import { commandsInCall, type FoundCommand } from '../commands-in-call.ts'
import { defineOperator } from '../define-operator.ts'
import { evidenceOf } from '../evidence.ts'
import { inWords } from '../in-words.ts'

/** Entries hit since the scope began; a repeat is stopped again but not counted again. */
interface Hits {
  readonly entries: readonly string[]
}

const NO_HITS: Hits = { entries: [] }

const entry = checked(text({ nonEmpty: true, expected: 'str' }), (source) => {
  const compiled = compileCommandPattern(source)
  return compiled.kind === 'problem'
    ? { code: 'bad-pattern', complaint: `is not a usable pattern: ${compiled.reason}` }
    : undefined
})

interface Entry {
  readonly source: string
  readonly pattern: CommandPattern
  /** Only a bare word or glob can be the name of a tool. */
  readonly isTool?: (tool: string) => boolean
}

export const toolBlocklist = defineOperator({
  name: 'tool_blocklist',
  summary: 'These tools and commands never run, however they are spelled.',
  fields: {
    tools: required(
      list(entry, { nonEmpty: true }),
      'A tool or program (`shell_exec`, `mcp__*`), a command (`rm -rf /*`), a flow (`curl|bash`), or an argument (`*--no-verify`).',
    ),
    scope: defaulted(
      oneOf('session', 'turn'),
      'session',
      'Repeated hits within it count as one violation; protection itself never lapses.',
    ),
    undecidable: defaulted(
      oneOf('deny', 'ask', 'allow'),
      'deny',
      'What happens to a command that can only be known at run time, when an entry could match it.',
    ),
  },
  listensTo: ['tool-call', 'turn-start'],
  level: 'hard',
  wording: {
    'tool-blocked': {
      says: ({ tool, pattern }) => `tool \`${inWords(tool)}\` is blocked by \`${inWords(pattern)}\``,
      passes: () => 'another tool',
    },
    'command-blocked': {
      says: ({ command, pattern }) => `\`${inWords(command)}\` is blocked by \`${inWords(pattern)}\``,
      passes: ({ pattern }) => `a command that does not do what \`${inWords(pattern)}\` describes`,
    },
    'command-undecidable': {
      says: ({ command, pattern, reason }) =>
        `\`${inWords(command)}\` could be what \`${inWords(pattern)}\` blocks: ${inWords(reason)}`,
      passes: () => 'the command written out, so that it can be read before it runs',
    },
  },
  compile({ tools, scope, undecidable }): Program<Hits> {
    const entries = tools.map(compileEntry)
    const isNamed = byTool((tool) => entries.some(({ isTool }) => isTool?.(tool) === true))
    return {
      initial: NO_HITS,
      step(hits, event) {
        if (event.kind === 'turn-start')
          return scope === 'turn' && hits.entries.length > 0 ? { state: NO_HITS } : undefined
        if (event.kind !== 'tool-call') return undefined
        const commands = commandsInCall(event)
        // without a command line only the entries that name the tool have anything to say
        if (commands.length === 0 && !isNamed(event.tool)) return undefined
        let objections: Objection[] | undefined
        for (const each of entries) {
          const objection = objectionOf(each, event.tool, commands, undecidable)
          if (objection !== undefined)
            (objections ??= []).push({ ...objection, counted: !hits.entries.includes(each.source) })
        }
        if (objections === undefined) return undefined
        // once it is known what the command does, what else it might do is noise
        if (objections.some(({ code }) => code !== 'command-undecidable'))
          objections = objections.filter(({ code }) => code !== 'command-undecidable')
        const state = {
          entries: [
            ...new Set([...hits.entries, ...objections.map(({ params }) => inWords(params['pattern']))]),
          ],
        }
        return { state, ifRefused: state, objections }
      },
    }
  },
})

function compileEntry(source: string): Entry {
  const pattern = compileCommandPattern(source)
  if (pattern.kind === 'problem') throw new Error(pattern.reason)
  return pattern.kind === 'name'
    ? { source, pattern, isTool: globMatcher(source.trim(), { ignoreCase: true }) }
    : { source, pattern }
}

function objectionOf(
  { source, pattern, isTool }: Entry,
  tool: string,
  commands: readonly FoundCommand[],
  undecidable: 'deny' | 'ask' | 'allow',
): Objection | undefined {
  if (isTool?.(tool) === true)
    return {
      code: 'tool-blocked',
      verdict: 'deny',
      params: { tool, pattern: source },
      evidence: { in: 'tool', text: tool },
    }
  let open: Objection | undefined
  for (const command of commands) {
    const match = pattern.match(command.analysis)
    if (match?.outcome === 'match') return commandObjection(command, match, source, 'command-blocked', 'deny')
    if (match !== undefined && undecidable !== 'allow')
      open ??= commandObjection(command, match, source, 'command-undecidable', undecidable)
  }
  return open
}

function commandObjection(
  command: FoundCommand,
  match: ShellMatch,
  pattern: string,
  code: string,
  verdict: Verdict,
): Objection {
  return {
    code,
    verdict,
    params: {
      command: match.evidence,
      pattern,
      ...(match.reason === undefined ? {} : { reason: match.reason }),
    },
    evidence: evidenceOf(command.in, command.text, [match.span]),
  }
}
