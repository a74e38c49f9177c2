import type { ShellAnalysis } from './analysis.ts'
import type { Scope } from './call.ts'
import { plainText } from './symbols.ts'
import { text } from './text.ts'
import { Walker } from './walker.ts'

const TOP: Scope = { stdin: undefined, depth: 0, certain: true, span: undefined }

/** What a command line would run in a folder, as far as can be known without running it. Never throws. */
export function analyseCommandLine(line: string, folder?: string): ShellAnalysis {
  return analyse(line.length, folder, (walker) => walker.walk(plainText(line), TOP))
}

/** The same for a tool that takes the program and its arguments as a list; positions count from their join by blanks. */
export function analyseArgv(argv: readonly string[], folder?: string): ShellAnalysis {
  const end = argv.join(' ').length
  const scope: Scope = { ...TOP, span: { start: 0, end } }
  return analyse(end, folder, (walker) =>
    walker.runWords(
      argv.map((word) => text(plainText(word))),
      scope,
    ),
  )
}

/** The fail-closed rule, in one place: a line the walk breaks on is a line nobody has understood. */
function analyse(
  length: number,
  folder: string | undefined,
  walk: (walker: Walker) => unknown,
): ShellAnalysis {
  const walker = new Walker(length)
  try {
    if (folder !== undefined) walker.enter(plainText(folder))
    walk(walker)
  } catch {
    walker.spots.push({ kind: 'too-complex', span: { start: 0, end: length }, text: '' })
  }
  const { commands, flows, spots, forkBomb } = walker
  return { commands, flows, undecidable: spots, ...(forkBomb && { forkBomb }) }
}
