import type { ClauseSource, Contract } from '../../contract/index.ts'
import { asMeant } from '../../contract/checks/doubled-backslash.ts'
import type { NestedCheck } from '../../contract/checks/nested-check.ts'
import { compileOutputPattern } from '../../contract/checks/output-pattern.ts'
import { compileAccepted } from '../../contract/regex-shape.ts'
import type { SafeRegex } from '../../kit/safe-regex.ts'
import { toolNames } from '../tool-patterns.ts'
import type { Steps } from '../places.ts'

/** A regular expression somewhere in a contract. */
export interface PatternUse {
  readonly clause: ClauseSource
  readonly at: Steps
  /** As the matcher reads it. */
  readonly source: string
  /** What a match means: it is wanted, it is a breach, it is what is looked for, or it names a tool. */
  readonly role: 'wanted' | 'forbidden' | 'sought' | 'tool'
  readonly compile: () => SafeRegex
}

type Options = Readonly<Record<string, unknown>>

export function patternsOf({ clauses }: Contract): readonly PatternUse[] {
  return clauses.flatMap((clause) => {
    if (clause.section === 'invariants.process' || clause.section === 'invariants.output')
      return patternsIn(clause, clause.operator, clause.options as Options, clause.negate === true, [])
    if (clause.operator !== 'matches') return []
    const source = clause.options as string
    return [
      { clause, at: ['check', 'matches'], source, role: 'wanted', compile: () => compileAccepted(source) },
    ]
  })
}

function patternsIn(
  clause: ClauseSource,
  operator: string,
  options: Options,
  isNegated: boolean,
  above: Steps,
): readonly PatternUse[] {
  const output = (source: string, at: Steps, isForbidden: boolean): PatternUse => ({
    clause,
    at: [...above, ...at],
    source: asMeant(source),
    role: isForbidden ? 'forbidden' : 'wanted',
    compile: () => compileOutputPattern(source, { ignoreCase: operator === 'excludes_pattern' }),
  })
  switch (operator) {
    case 'regex':
      return [output(options['pattern'] as string, ['pattern'], isNegated)]
    case 'excludes_pattern':
      return (options['patterns'] as readonly string[]).map((source, index) =>
        output(source, ['patterns', index], !isNegated),
      )
    case 'all_of':
    case 'any_of':
      return (options['checks'] as readonly NestedCheck[]).flatMap((part, index) =>
        patternsIn(clause, part.type, part.options, part.negate, [...above, 'checks', index]),
      )
    default:
      return [...customPatterns(clause, options, above), ...toolPatterns(clause, options, above)]
  }
}

function customPatterns(clause: ClauseSource, options: Options, above: Steps): readonly PatternUse[] {
  const custom = (options['custom_patterns'] ?? []) as readonly { readonly regex: string }[]
  return custom.map(({ regex: source }, index) => ({
    clause,
    at: [...above, 'custom_patterns', index, 'regex'],
    source,
    role: 'sought',
    compile: () => compileAccepted(source),
  }))
}

function toolPatterns(clause: ClauseSource, options: Options, above: Steps): readonly PatternUse[] {
  return ['before_tool_pattern', 'tool'].flatMap((key) => {
    const names = typeof options[key] === 'string' ? toolNames(options[key]) : undefined
    if (names?.kind !== 'regex') return []
    const { source } = names
    return [
      { clause, at: [...above, key], source, role: 'tool' as const, compile: () => compileAccepted(source) },
    ]
  })
}
