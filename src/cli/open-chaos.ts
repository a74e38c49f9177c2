import {
  assignPlanes,
  chaosShapeOf,
  chaosVocabulary,
  findProfile,
  mergePlans,
  NO_CHAOS,
  type AssignedPlan,
  type AvailablePlanes,
  type ChaosPlan,
} from '../chaos/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import {
  entryOf,
  hasErrors,
  parseYaml,
  problemIn,
  sourceText,
  type Problem,
  type SourceText,
} from '../kit/source/index.ts'
import type { CliIo } from './io.ts'
import { printProblems } from './problems.ts'

const MAX_CHAOS_BYTES = 4 * 1024 * 1024

export interface ChaosSource {
  /** A file with a chaos section, or with one under `chaos`. */
  readonly file?: string | undefined
  readonly profile?: string | undefined
}

/**
 * The chaos that can be injected here, or the problems on the screen and nothing. A profile is made for whole agents,
 * so what it cannot do here is told and left out; a file says what its author wants, so there it is an error.
 */
export function openChaos(
  { file, profile }: ChaosSource,
  available: AvailablePlanes,
  io: CliIo,
): AssignedPlan | undefined {
  const written = file === undefined ? undefined : readChaosFile(file, io)
  if (file !== undefined && written === undefined) return undefined
  const named = profile === undefined ? NO_CHAOS : possibleOf(findProfile(profile).plan, available, io)
  if (named === undefined) return undefined
  const assigned = assignPlanes(mergePlans(written?.plan ?? NO_CHAOS, named), available)
  if (assigned.kind === 'assigned') return assigned.plan
  const problems = assigned.problems.map(({ code, path, offset = 0, message, hint }) =>
    problemIn(written!.source, { code, path, offset, message, hint }),
  )
  printProblems(io, problems, [written!.source])
  return undefined
}

function possibleOf(plan: ChaosPlan, available: AvailablePlanes, io: CliIo): ChaosPlan | undefined {
  const assigned = assignPlanes(plan, available)
  if (assigned.kind === 'assigned') return plan
  const impossible = new Set(assigned.problems.map(({ faultId }) => faultId))
  const possible = plan.faults.filter(({ id }) => !impossible.has(id))
  if (possible.length === 0)
    throw new HoldfastError(
      'HF_USAGE',
      `nothing of this profile can be injected here: ${[...impossible].join(', ')}`,
    )
  io.err(`holdfast: left out, because it cannot be injected here: ${[...impossible].join(', ')}\n`)
  return { faults: possible }
}

function readChaosFile(
  path: string,
  io: CliIo,
): { readonly plan: ChaosPlan; readonly source: SourceText } | undefined {
  const read = io.readText(path, MAX_CHAOS_BYTES)
  if (!read.ok) throw new HoldfastError('HF_FILE', `cannot read \`${path}\`: ${read.reason}`)
  const source = sourceText(read.file, read.text)
  const { root, problems: syntax } = parseYaml(source)
  const problems: Problem[] = [...syntax]
  const inner = entryOf(root, 'chaos')?.value ?? root
  const isNested = inner !== root
  const plan =
    inner &&
    chaosShapeOf(chaosVocabulary(io.plugin ?? {})).read(inner, {
      path: isNested ? 'chaos' : '',
      subject: isNested ? 'chaos' : '',
      lenient: false,
      report: (raw) => problems.push(problemIn(source, raw)),
    })
  printProblems(io, problems, [source])
  return plan === undefined || hasErrors(problems) ? undefined : { plan, source }
}
