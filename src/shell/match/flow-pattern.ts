import type { ShellAnalysis, ShellCommand } from '../analysis.ts'
import { SHELL_NAMES } from '../programs/shells.ts'
import { isSymbolic, isUnknown } from '../symbols.ts'
import { commandFits, commandShape, type CommandShape } from './command-pattern.ts'
import { evidenceOf, shorten, strongest, type CommandPattern, type ShellMatch } from './pattern.ts'
import { fits, symbolicGlob } from './symbolic.ts'
import { undecidedMatch } from './undecidable.ts'

interface Stage {
  readonly shape: CommandShape
  /** On the receiving side `bash` means any shell, and what it receives must be run by it. */
  readonly isAnyShell: boolean
}

/** `curl|bash`: data passes from each program to the next, through whatever stands between them. */
export function flowPattern(source: string, stages: readonly (readonly string[])[]): CommandPattern {
  const compiled = stages.map((words, index): Stage => {
    const shape = commandShape(words)
    return { shape, isAnyShell: index > 0 && SHELL_NAMES.has(shape.programSource) && words.length === 1 }
  })
  const names = compiled.filter((stage) => !stage.isAnyShell).map((stage) => stage.shape.programSource)
  return {
    kind: 'flow',
    source,
    match: (analysis) => strongest([matchFlow(compiled, analysis), undecidedMatch(analysis, names)]),
  }
}

function matchFlow(stages: readonly Stage[], analysis: ShellAnalysis): ShellMatch | undefined {
  if (analysis.flows.length === 0) return undefined
  let isSure = true
  const path: ShellCommand[] = []
  let reached: ReadonlySet<number> | undefined
  for (const stage of stages) {
    const candidates = analysis.commands.filter(
      (command) => (reached?.has(command.id) ?? true) && stageFits(stage, command) !== 'no',
    )
    const code = stage.isAnyShell ? runByItself(candidates, analysis, reached) : candidates
    const sure = code.filter((command) => stageFits(stage, command) === 'yes' && command.certain)
    const kept = sure.length > 0 ? sure : code.filter((command) => command.certain)
    if (kept.length === 0) return undefined
    isSure &&= sure.length > 0
    path.push(kept[0]!)
    reached = reachable(new Set(kept.map((command) => command.id)), analysis)
  }
  const evidence = shorten(path.map((command) => evidenceOf(command)).join(' → '))
  const { span } = path.at(-1)!
  if (isSure) return { outcome: 'match', evidence, span }
  return {
    outcome: 'undecidable',
    evidence,
    span,
    reason: 'a program in the pipeline is only known at run time',
  }
}

function stageFits({ shape, isAnyShell }: Stage, command: ShellCommand) {
  if (isAnyShell && (SHELL_NAMES.has(command.program) || mayBeShell(command.program))) return 'yes'
  return shape.flags.length + shape.operands.length === 0
    ? fits(shape.program, command.program)
    : commandFits(shape, command)
}

const SHELL_GLOBS = [...SHELL_NAMES].map((name) => symbolicGlob(name))

/** `/bin/s?` can be a shell; a name of which nothing is known is left to the pattern's own. */
function mayBeShell(program: string): boolean {
  return (
    isSymbolic(program) && !isUnknown(program) && SHELL_GLOBS.some((glob) => fits(glob, program) === 'yes')
  )
}

/** Commands that execute what reaches them; an unknown program in their place may be a shell. */
function runByItself(
  candidates: readonly ShellCommand[],
  analysis: ShellAnalysis,
  reached: ReadonlySet<number> | undefined,
): readonly ShellCommand[] {
  const before = sourcesOf(analysis, reached)
  return candidates.filter((command) => {
    const isShell = SHELL_NAMES.has(command.program)
    return analysis.flows.some(
      (flow) => flow.to === command.id && before.has(flow.from) && (flow.as === 'code' || !isShell),
    )
  })
}

function sourcesOf(analysis: ShellAnalysis, reached: ReadonlySet<number> | undefined): ReadonlySet<number> {
  const all = new Set(reached ?? analysis.commands.map((command) => command.id))
  for (const start of startsOf.get(reached ?? EMPTY_SET) ?? []) all.add(start)
  return all
}

const EMPTY_SET: ReadonlySet<number> = new Set()
/** The commands a reachable set was computed from count as senders too. */
const startsOf = new WeakMap<ReadonlySet<number>, ReadonlySet<number>>()

function reachable(from: ReadonlySet<number>, analysis: ShellAnalysis): ReadonlySet<number> {
  const next = new Map<number, number[]>()
  for (const flow of analysis.flows) {
    const list = next.get(flow.from)
    if (list === undefined) next.set(flow.from, [flow.to])
    else list.push(flow.to)
  }
  const found = new Set<number>()
  const pending = [...from]
  for (let id = pending.pop(); id !== undefined; id = pending.pop())
    for (const to of next.get(id) ?? [])
      if (!found.has(to)) {
        found.add(to)
        pending.push(to)
      }
  startsOf.set(found, from)
  return found
}
