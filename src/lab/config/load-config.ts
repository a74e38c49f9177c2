import { loadContract, MAX_CONTRACT_CHARS, type LoadResult, type ReadFile } from '../../contract/index.ts'
import { placed } from '../../contract/read/layer.ts'
import { hashWord } from '../../kit/hash.ts'
import type { Place, ShapeValue } from '../../kit/shape/index.ts'
import {
  entryOf,
  hasErrors,
  parseYaml,
  problemIn,
  sourceText,
  type Located,
  type Problem,
  type RawProblem,
  type SourceText,
} from '../../kit/source/index.ts'
import { configDocument } from './config-document.ts'
import { builtInWords, type ConfigWords } from './config-words.ts'
import type { LabConfig } from './config.ts'
import { expandEnvironment, type Environment } from './expand-environment.ts'
import { literalKeys } from './literal-keys.ts'
import { findMissing, type Needs } from './needs.ts'
import { scenarioClashes } from './scenario-clashes.ts'

export interface LoadConfigOptions {
  readonly env: Environment
  /** The built-in ones when absent. */
  readonly words?: ConfigWords
  readonly lenient?: boolean
  readonly readFile?: ReadFile
  /** What the command cannot do without. */
  readonly needs?: Needs
}

export interface LoadConfigResult {
  /** Absent when there is any error. */
  readonly config?: LabConfig
  readonly problems: readonly Problem[]
  readonly sources: readonly SourceText[]
}

type Document = ShapeValue<ReturnType<typeof configDocument>>

/** Reads a test configuration with its contract. Never throws; every problem is told in one go. */
export function loadConfig(file: string, text: string, options: LoadConfigOptions): LoadConfigResult {
  const source = sourceText(file, text)
  const told = (problems: readonly Problem[]): LoadConfigResult => ({ problems, sources: [source] })
  if (text.length > MAX_CONTRACT_CHARS)
    return told([
      problemIn(source, { code: 'too-large', path: '', offset: 0, message: 'the file is too large' }),
    ])
  const { root: whole, inSpite: root = whole, problems } = parseYaml(source)
  if (root === undefined) return told(problems)
  if (root.kind !== 'map')
    return told([
      problemIn(source, {
        code: 'wrong-type',
        path: '',
        offset: root.start,
        message: 'a test configuration must be a mapping at the top level',
      }),
    ])
  const read = readConfig(source, root, options)
  if (problems.length === 0) return read
  const all = inFileOrder(file, withoutRepeats([...problems, ...read.problems]))
  return { problems: all, sources: read.sources }
}

function readConfig(source: SourceText, written: Located, options: LoadConfigOptions): LoadConfigResult {
  const { words = builtInWords(), lenient = false, env, needs = {} } = options
  const raw: RawProblem[] = [...literalKeys(written)]
  const expanded = expandEnvironment(written, env)
  raw.push(...expanded.problems)
  const unset = new Set(expanded.problems.map(({ offset }) => offset))
  const report = (problem: RawProblem): void => {
    const isFollowUp = unset.has(problem.offset)
    const isNoFault = problem.code === 'numeric-string' && expanded.offsets.has(problem.offset)
    if (!isFollowUp && !isNoFault) raw.push(problem)
  }
  const place: Place = { path: '', subject: '', lenient, report }
  const document = configDocument(words).read(expanded.root, place)
  for (const clash of scenarioClashes(expanded.root)) report(clash)
  const loaded = contractOf(source, expanded.root, words, options)
  if (document !== undefined)
    for (const missing of findMissing(document, loaded?.contract, needs, expanded.root)) report(missing)
  const problems = [
    ...raw.map((problem) => problemIn(source, problem)),
    ...(loaded?.problems ?? []).filter((problem) => !follows(problem, source, expanded.problems)),
  ]
  const sources = loaded === undefined ? [source] : loaded.sources
  const told = inFileOrder(source.file, withoutRepeats(problems))
  if (document === undefined || hasErrors(told)) return { problems: told, sources }
  return { config: assembled(source, document, loaded, sources, words), problems: told, sources }
}

/** A text that is empty because its variable is not set needs no second complaint. */
function follows({ file, line, column }: Problem, source: SourceText, unset: readonly RawProblem[]): boolean {
  return unset.some(({ offset }) => {
    const place = source.positionOf(offset)
    return file === source.file && line === place.line && column === place.column
  })
}

/** The environment is filled in once; the contract's reader gets the same tree. */
function contractOf(
  source: SourceText,
  root: Located,
  words: ConfigWords,
  { lenient, readFile }: LoadConfigOptions,
): LoadResult | undefined {
  const entry = entryOf(root, 'contract')
  if (entry === undefined || (entry.value.kind === 'scalar' && entry.value.value === null)) return undefined
  return loadContract(source.file, source.text, {
    vocabulary: words.contract,
    ...(lenient === undefined ? {} : { lenient }),
    ...(readFile === undefined ? {} : { readFile }),
    prepare: () => root,
  })
}

function assembled(
  source: SourceText,
  document: Document,
  loaded: LoadResult | undefined,
  sources: readonly SourceText[],
  words: ConfigWords,
): LabConfig {
  const { agent, advanced, contract: section, mutations, model, replays, output, chaos, trials } = document
  const concurrency = document.concurrency ?? advanced?.concurrency
  const contract = loaded?.contract
  const retries = agent?.retries ?? advanced?.retries
  return {
    file: source.file,
    hash: hashWord(`${source.text}\u0000${contract?.hash ?? ''}`),
    version: document.version,
    ...(agent === undefined ? {} : { agent: retries === undefined ? agent : { ...agent, retries } }),
    prompts: document.golden_prompts ?? [],
    invariants: placed(document.invariants ?? [], source),
    ...(contract === undefined ? {} : { contract }),
    scenarios: [...(section?.chaos_matrix ?? []), ...(document.chaos_matrix ?? [])],
    ...(chaos === undefined ? {} : { chaos }),
    ...(mutations === undefined ? {} : { mutations }),
    ...(model === undefined ? {} : { model }),
    ...(replays === undefined ? {} : { replays }),
    ...(output === undefined ? {} : { output }),
    scoring: document.scoring,
    ...(trials === undefined ? {} : { trials }),
    ...(concurrency === undefined ? {} : { concurrency }),
    isolation: document.isolation,
    seed: document.seed ?? advanced?.seed ?? 0,
    budget: document.budget ?? {},
    gate: document.gate ?? { allow_vacuous: false },
    sources,
    words,
  }
}

/** The contract stands in the file of the configuration, so both readers may trip over the same thing. */
function withoutRepeats(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>()
  return problems.filter(({ file, line, column, code, path }) => {
    const key = JSON.stringify([file, line, column, code, path])
    return !seen.has(key) && seen.add(key)
  })
}

function inFileOrder(first: string, problems: readonly Problem[]): readonly Problem[] {
  const files = [first, ...new Set(problems.map(({ file }) => file))]
  return [...problems].sort(
    (left, right) =>
      files.indexOf(left.file) - files.indexOf(right.file) ||
      left.line - right.line ||
      left.column - right.column,
  )
}
