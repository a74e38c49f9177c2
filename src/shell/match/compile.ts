import type { ShellAnalysis } from '../analysis.ts'
import { plainText } from '../symbols.ts'
import { argumentPattern } from './argument-pattern.ts'
import { commandPattern, namePattern } from './command-pattern.ts'
import { flowPattern } from './flow-pattern.ts'
import type { CommandPattern, PatternProblem } from './pattern.ts'

/** Compiles one blocklist entry; an entry that could never match, or would match everything, is a problem. */
export function compileCommandPattern(source: string): CommandPattern | PatternProblem {
  const problem = (reason: string): PatternProblem => ({ kind: 'problem', source, reason })
  const trimmed = plainText(source.trim())
  if (trimmed === '') return problem('the pattern is empty')
  if (/^[*?\s|]+$/u.test(trimmed)) return problem('the pattern matches everything')
  if (isForkBomb(trimmed)) return forkBombPattern(source)
  if (/^\*\s*-/u.test(trimmed)) return fromArgument(source, trimmed.slice(1).trim(), problem)
  const senseless = senselessIn(trimmed)
  if (senseless !== undefined) return problem(senseless)
  const stages = splitStages(trimmed).map(splitPatternWords)
  if (stages.some((words) => words.length === 0)) return problem('a stage of the pipe is empty')
  if (stages.some(([program]) => program!.startsWith('-')))
    return problem('a command starts with its program, not with a flag')
  if (stages.length > 1) return flowPattern(source, stages)
  const [words] = stages
  return words!.length === 1 ? namePattern(trimmed) : commandPattern(source, words!)
}

/** What no command could ever match: it is read away before anything is compared. */
function senselessIn(source: string): string | undefined {
  const plain = source.replaceAll(/'[^']*'|"[^"]*"/gu, '_')
  if (plain === '_' && /\s/u.test(source)) return 'quotes make one word of it; leave them out'
  if (/[;<>]|&(?!\w)/u.test(plain)) return 'an entry is one command; `;`, `&`, `<` and `>` are not part of it'
  if (/[`$]/u.test(plain))
    return 'variables and substitutions are followed before anything is compared; write what they stand for, such as `~`'
  if (/(?:^|\|)\s*\w+=/u.test(plain)) return 'a command starts with its program, not with a variable'
  if (/^\/\S*[\^$()|+\\]\S*\/$|^\/\^/u.test(plain))
    return 'regular expressions are not read here; use `*` and `?`'
  return undefined
}

function fromArgument(
  source: string,
  argument: string,
  problem: (reason: string) => PatternProblem,
): CommandPattern | PatternProblem {
  if (/^-+[*?]*$/u.test(argument)) return problem('the argument after `*` has no name')
  if (/\s/u.test(argument)) return problem('only one argument may follow a leading `*`')
  return argumentPattern(source, argument)
}

function splitStages(source: string): readonly string[] {
  return source.split('|')
}

/** Blanks separate words; quotes keep them together. */
function splitPatternWords(source: string): readonly string[] {
  const words: string[] = []
  for (const [, single, double, plain] of source.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/gu))
    words.push(single ?? double ?? plain!)
  return words
}

/** `:(){ :|:& };:` in any spelling: a function that pipes itself into itself. */
function isForkBomb(source: string): boolean {
  return /^\S+\s?\(\)\s?\{/u.test(source) && source.includes('|')
}

function forkBombPattern(source: string): CommandPattern {
  return {
    kind: 'command',
    source,
    match: ({ forkBomb }: ShellAnalysis) =>
      forkBomb && { outcome: 'match', evidence: 'a function that starts itself twice', span: forkBomb },
  }
}
