import { activeChaos } from '../chaos/index.ts'
import { lintContract, type LintFinding, type LintOptions } from '../contract-tools/index.ts'
import type { Contract } from '../contract/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import { hasErrors, type Problem, type SourceText } from '../kit/source/index.ts'
import type { LabConfig } from '../lab/config/config.ts'
import type { CliIo } from './io.ts'
import { isConfigurationFile, readConfig } from './open-config.ts'
import { readContract } from './open-contract.ts'
import { printProblems } from './problems.ts'

/** What was found in one file; one that does not load is not looked into. */
export interface LintResult {
  readonly file: string
  readonly loads: boolean
  readonly problems: readonly (Problem | LintFinding)[]
  readonly sources: readonly SourceText[]
}

/** With several files an unreadable one is a problem among others and not the end. */
export function lintFile(file: string, world: LintOptions, io: CliIo): LintResult {
  try {
    const { contract, problems, sources, ...own } = read(file, io)
    if (contract === undefined) return { file, loads: !hasErrors(problems), problems, sources }
    const findings = lintContract(contract, sources, { ...own.world, ...world })
    return { file, loads: true, problems: inFileOrder([...problems, ...findings], sources), sources }
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error
    const place = { file, line: 1, column: 1, path: '' }
    const problem: Problem = { level: 'error', code: 'unreadable-file', ...place, message: error.message }
    return { file, loads: false, problems: [problem], sources: [] }
  }
}

function inFileOrder(problems: readonly Problem[], sources: readonly SourceText[]): readonly Problem[] {
  const files = sources.map(({ file }) => file)
  return problems.toSorted(
    (left, right) =>
      files.indexOf(left.file) - files.indexOf(right.file) ||
      left.line - right.line ||
      left.column - right.column,
  )
}

interface Loaded {
  readonly contract?: Contract | undefined
  readonly problems: readonly Problem[]
  readonly sources: readonly SourceText[]
  readonly world: LintOptions
}

/** A test configuration brings its own scenarios. */
function read(file: string, io: CliIo): Loaded {
  if (!isConfigurationFile(file, io)) return { ...readContract(file, io), world: {} }
  const { config, problems, sources } = readConfig(file, io, { needs: { contract: true } })
  return { contract: config?.contract, problems, sources, world: config === undefined ? {} : worldIn(config) }
}

/** What a test configuration says about the world its contract is tried in. */
export function scenariosOf(file: string, io: CliIo): LintOptions {
  const { config, problems, sources } = readConfig(file, io)
  if (config !== undefined) return worldIn(config)
  printProblems(io, problems, sources)
  throw new HoldfastError('HF_INVALID_FILE', `\`${file}\` does not load, so its scenarios are not known`)
}

function worldIn({ scenarios, agent }: LabConfig): LintOptions {
  return {
    scenarios: scenarios.map(({ plan }) => activeChaos(plan)),
    ...(agent?.model === undefined ? {} : { models: [agent.model] }),
  }
}
