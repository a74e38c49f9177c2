/** What a command line really does: parse, unwrap, normalise, match. */
export { analyseArgv, analyseCommandLine } from './analyse.ts'
export type { ShellAnalysis, ShellCommand, ShellFlow, UndecidableKind, UndecidableSpot } from './analysis.ts'
export { compileCommandPattern } from './match/compile.ts'
export type { CommandPattern, PatternProblem, ShellMatch } from './match/pattern.ts'
export type { Span, Text } from './text.ts'
