import type { ShellAnalysis, ShellCommand } from '../analysis.ts'
import { programName } from '../paths.ts'
import { ANY_WORDS, isSymbolic } from '../symbols.ts'
import { text } from '../text.ts'
import { commandWords, hasFlag, wantedFlags, type CommandWords } from './command-words.ts'
import { hasSubcommands } from './options.ts'
import { operandFits, operandPattern, type OperandPattern } from './operands.ts'
import { evidenceOf, strongest, type CommandPattern, type ShellMatch } from './pattern.ts'
import { better, fits, symbolicGlob, type Fit, type SymbolicGlob } from './symbolic.ts'
import { undecidedMatch } from './undecidable.ts'

/** A program with the flags and operands it must have. */
export interface CommandShape {
  readonly program: SymbolicGlob
  readonly programSource: string
  /** Each entry is one flag word; any of its lists must be present as a whole. */
  readonly flags: readonly (readonly (readonly string[])[])[]
  readonly operands: readonly OperandPattern[]
  /** The first operand must be the command's sub-command. */
  readonly startsWithSubcommand: boolean
}

export function commandShape(words: readonly string[]): CommandShape {
  const [first = '', ...rest] = words
  const programSource = programName(first)
  const { options, operands } = commandWords(
    programSource,
    rest.map((word) => text(word)),
  )
  const isOver = rest.indexOf('--')
  const flagWords = (isOver < 0 ? rest : rest.slice(0, isOver)).filter((word) => /^-./u.test(word))
  return {
    program: symbolicGlob(programSource),
    programSource,
    flags: flagWords.map((word) => wantedFlags(word, options)),
    operands: operands.map(({ value }) => operandPattern(value)),
    startsWithSubcommand: hasSubcommands(programSource),
  }
}

/** How one command fits a shape. */
export function commandFits(shape: CommandShape, command: ShellCommand): Fit {
  const program = fits(shape.program, command.program)
  if (program === 'no') return 'no'
  if (shape.flags.length === 0 && shape.operands.length === 0) return program
  // an unquoted unknown in the place of the program may bring flags and operands along
  if (program === 'maybe' && command.program.includes(ANY_WORDS)) return 'maybe'
  const words = commandWords(
    isSymbolic(command.program) ? shape.programSource : command.program,
    command.args,
  )
  const rest = argumentsFit(shape, words, command)
  return rest === 'yes' ? program : rest
}

function argumentsFit(shape: CommandShape, words: CommandWords, command: ShellCommand): Fit {
  const hasFlags = shape.flags.every((lists) =>
    lists.some((list) => list.every((flag) => hasFlag(words, flag))),
  )
  const operands = operandsFit(shape, words, command)
  if (hasFlags && operands !== 'no') return operands
  if (words.hasUnknownWords) return subcommandFits(shape, words, command) === 'no' ? 'no' : 'maybe'
  // one unknown word may be the missing flags, but only where the operands already say that it is about this
  const hasOwnOperands = shape.operands.length > (shape.startsWithSubcommand ? 1 : 0)
  return !hasFlags && hasOwnOperands && operands === 'yes' && words.hasUnknownWord ? 'maybe' : 'no'
}

function operandsFit(shape: CommandShape, words: CommandWords, command: ShellCommand): Fit {
  let all: Fit = subcommandFits(shape, words, command)
  for (const [index, pattern] of shape.operands.entries()) {
    if (all === 'no') return 'no'
    if (index === 0 && shape.startsWithSubcommand) continue
    let best: Fit = 'no'
    for (const operand of words.operands) {
      best = better(best, operandFits(pattern, operand, command.folder, command.program))
      if (best === 'yes') break
    }
    all = best === 'yes' ? all : best
  }
  return all
}

function subcommandFits(shape: CommandShape, words: CommandWords, command: ShellCommand): Fit {
  if (!shape.startsWithSubcommand || shape.operands.length === 0) return 'yes'
  const [first] = words.operands
  return first === undefined ? 'no' : operandFits(shape.operands[0]!, first, command.folder, command.program)
}

/** What a shape finds in one command, also behind programs that may run their arguments. */
function matchCommand(shape: CommandShape, command: ShellCommand): ShellMatch | undefined {
  const fit = commandFits(shape, command)
  const { span } = command
  if (fit === 'yes' && command.certain) return { outcome: 'match', evidence: evidenceOf(command), span }
  if (fit === 'maybe' && command.certain)
    return {
      outcome: 'undecidable',
      evidence: evidenceOf(command),
      span,
      reason: 'part of the command is only known at run time',
    }
  const isHandedOver =
    (fit === 'yes' && !command.certain) || (command.mayRunArguments && tailFits(shape, command))
  if (!isHandedOver) return undefined
  const reason = 'the command is handed to a program that may run it'
  return { outcome: 'undecidable', evidence: evidenceOf(command), span, reason }
}

// the name of a program stands among the words of another once or twice, not a thousand times
const MOST_TAILS = 8

function tailFits(shape: CommandShape, command: ShellCommand): boolean {
  if (shape.flags.length === 0 && shape.operands.length === 0) return false
  let tried = 0
  return command.args.some(({ value }, index) => {
    if (isSymbolic(value) || tried >= MOST_TAILS) return false
    const program = programName(value)
    if (fits(shape.program, program) !== 'yes') return false
    tried += 1
    return commandFits(shape, { ...command, program, args: command.args.slice(index + 1) }) === 'yes'
  })
}

/** What must stand in a text for the shape to be in it, however it is spelt. */
export function namesOf({ programSource, startsWithSubcommand, operands }: CommandShape): readonly string[] {
  const subcommand = startsWithSubcommand ? operands[0]?.globs[0]?.literal : undefined
  return subcommand === undefined ? [programSource] : [programSource, subcommand]
}

/** `rm -rf /*`: all flags present, every operand matched by one of the command's; extra words do not matter. */
export function commandPattern(source: string, words: readonly string[]): CommandPattern {
  const shape = commandShape(words)
  return {
    kind: 'command',
    source,
    match: (analysis: ShellAnalysis) =>
      strongest([
        strongest(analysis.commands.map((command) => matchCommand(shape, command))),
        undecidedMatch(analysis, namesOf(shape)),
      ]),
  }
}

/** A bare word or glob: the program name of any command. */
export function namePattern(source: string): CommandPattern {
  const shape = commandShape([source.toLowerCase()])
  // names such as `shell_exec` or `WebFetch` are tools; an unknown program is not taken for one of them
  const isToolName = /_|[A-Z]/u.test(source)
  return {
    kind: 'name',
    source,
    match: (analysis: ShellAnalysis) => {
      const found = strongest(analysis.commands.map((command) => matchCommand(shape, command)))
      if (found?.outcome === 'match' || isToolName) return found?.outcome === 'match' ? found : undefined
      return found ?? undecidedMatch(analysis, [shape.programSource])
    },
  }
}
