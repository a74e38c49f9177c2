import type { ShellAnalysis, ShellCommand } from '../analysis.ts'
import { ANY_WORDS, isFree, isSymbolic } from '../symbols.ts'
import { commandWords, hasFlag } from './command-words.ts'
import { evidenceOf, strongest, type CommandPattern, type ShellMatch } from './pattern.ts'
import { fits, symbolicGlob, type Fit, type SymbolicGlob } from './symbolic.ts'
import { undecidedMatch } from './undecidable.ts'

/** Programs that only show or look for the text of their arguments. */
const ONLY_READS: ReadonlySet<string> = new Set(
  'echo printf write-output write-host grep egrep fgrep rg ag ack man info help tldr which type sed awk gawk jq cat less more head tail wc'.split(
    ' ',
  ),
)
const GIT_READS: ReadonlySet<string> = new Set([
  'log',
  'grep',
  'show',
  'diff',
  'blame',
  'help',
  'shortlog',
  'config',
])
/** Sub-commands of git that take the options people block; an unknown list of words may hold them. */
const GIT_ACTS: ReadonlySet<string> = new Set(['commit', 'push', 'merge', 'rebase', 'am', 'pull'])

/** `*--no-verify`: any command with that argument. */
export function argumentPattern(source: string, argument: string): CommandPattern {
  const glob = symbolicGlob(argument)
  return {
    kind: 'argument',
    source,
    match: (analysis: ShellAnalysis) =>
      strongest([
        strongest(analysis.commands.map((command) => matchArguments(argument, glob, command))),
        undecidedMatch(analysis, [argument]),
      ]),
  }
}

function matchArguments(argument: string, glob: SymbolicGlob, command: ShellCommand): ShellMatch | undefined {
  if (command.args.length === 0 || ONLY_READS.has(command.program)) return undefined
  const fit = command.program === 'git' ? gitFits(argument, glob, command) : anyFits(argument, glob, command)
  if (fit === 'no' || (fit === 'maybe' && !command.certain)) return undefined
  const found = { evidence: evidenceOf(command), span: command.span }
  if (fit === 'yes' && command.certain) return { outcome: 'match', ...found }
  return { outcome: 'undecidable', ...found, reason: 'part of the command is only known at run time' }
}

function anyFits(argument: string, glob: SymbolicGlob, command: ShellCommand): Fit {
  let best: Fit = 'no'
  for (const { value } of command.args) {
    const name = argument.includes('=') || !value.startsWith('--') ? value : value.split('=')[0]!
    // a word that starts with something unknown is an operand until something says otherwise
    const fit = isSymbolic(name.slice(0, 2)) ? 'no' : fits(glob, name)
    if (fit === 'yes') return 'yes'
    if (fit === 'maybe') best = 'maybe'
  }
  return best
}

/** Git's own rules: values of options are no arguments, names may be cut short, `-n` means more than one thing. */
function gitFits(argument: string, glob: SymbolicGlob, command: ShellCommand): Fit {
  const words = commandWords('git', command.args)
  if (words.subcommand !== undefined && GIT_READS.has(words.subcommand)) return 'no'
  if (glob.literal !== undefined && hasFlag(words, argument) && isLongEnough(words.flags, argument))
    return 'yes'
  let best: Fit = 'no'
  for (const flag of words.flags) {
    const fit = fits(glob, flag)
    if (fit === 'yes') return 'yes'
    if (fit === 'maybe') best = 'maybe'
  }
  for (const { value } of words.operands)
    if (!isSymbolic(value[0] ?? '') && fits(glob, value) === 'yes' && !value.startsWith('-')) return 'yes'
  const bringsWords = command.args.some(({ value, from }) => value.includes(ANY_WORDS) && from.length > 0)
  const takesThem =
    words.subcommand !== undefined && (GIT_ACTS.has(words.subcommand) || isFree(words.subcommand))
  return best === 'no' && bringsWords && takesThem ? 'maybe' : best
}

/** `--no` is the start of too many options to stand for one of them. */
function isLongEnough(flags: ReadonlySet<string>, argument: string): boolean {
  if (flags.has(argument)) return true
  return [...flags].some((flag) => argument.startsWith(flag) && flag.length >= Math.min(argument.length, 7))
}
