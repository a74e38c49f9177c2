import {
  builtInVocabulary,
  compileContract,
  judgeOutput,
  type CheckResult,
  type CheckSubject,
  type ClauseSource,
  type CompiledContract,
  type Contract,
  type Similarity,
  type Vocabulary,
} from '../../contract/index.ts'
import type { AnyCheck } from '../../contract/define-check.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { EventKind } from '../../model/index.ts'
import { OBSERVED_KINDS } from './observe.ts'

/** One promise of the matrix, ready to be judged on an answer. */
export interface Row {
  readonly source: ClauseSource
  /** Absent for clauses that the guard judges on the events of the invocation. */
  readonly check?: (subject: CheckSubject) => CheckResult
  readonly needsBaseline: boolean
  readonly judge?: { readonly rubric: string; readonly model: string }
  /** Says nothing where the agent's tool calls cannot be seen. */
  readonly readsCalls: boolean
  /** Adds up what models cost; says nothing where nobody knows what an answer cost. */
  readonly readsUsage: boolean
  /** Nothing that the lab sees concerns the clause. */
  readonly unseen: boolean
}

export interface Rows {
  readonly rows: readonly Row[]
  /** The clauses that are not output checks. */
  readonly guarded?: CompiledContract
  readonly comparesTexts: boolean
}

export interface RowsOptions {
  readonly vocabulary?: Vocabulary
  readonly similarity?: Similarity
  readonly seed?: number | string
}

/** Compiled once; judging an answer can then not fail on a bad pattern. */
export function compileRows(
  clauses: readonly ClauseSource[],
  contract: Contract | undefined,
  { vocabulary = builtInVocabulary(), similarity, seed = 0 }: RowsOptions = {},
): Rows {
  const others = clauses.filter(({ section }) => section !== 'invariants.output')
  const guarded =
    contract === undefined || others.length === 0
      ? undefined
      : compileContract({ ...contract, clauses: others }, { vocabulary, seed })
  const rows = clauses.map((source): Row => {
    if (source.section !== 'invariants.output') return guardedRow(source, guarded)
    const check = vocabulary.checks.get(source.operator)
    if (check === undefined)
      throw new HoldfastError('HF_UNKNOWN_NAME', `\`${source.operator}\` is not a registered check`)
    return outputRow(source, check, vocabulary, similarity)
  })
  return {
    rows,
    ...(guarded === undefined ? {} : { guarded }),
    comparesTexts: clauses.some((source) => leavesOf(source).some((name) => COMPARING.has(name))),
  }
}

const COMPARING = new Set(['similarity', 'behavior_unchanged'])

function outputRow(
  source: ClauseSource,
  check: AnyCheck,
  vocabulary: Vocabulary,
  similarity: Similarity | undefined,
): Row {
  const options = source.options as Parameters<AnyCheck['compile']>[0]
  const judge = check.needsJudge?.(options)
  return {
    source,
    check: judgeOutput(source, check, similarity === undefined ? {} : { similarity }),
    needsBaseline: check.needsBaseline?.(options) === true,
    ...(judge === undefined ? {} : { judge }),
    readsCalls: leavesOf(source).some((name) => vocabulary.checks.get(name)?.readsCalls === true),
    // output checks say themselves when they cannot tell
    readsUsage: false,
    unseen: false,
  }
}

function guardedRow(source: ClauseSource, guarded: CompiledContract | undefined): Row {
  const listens = guarded?.clauses.find(({ id }) => id === source.id)?.listensTo ?? []
  return {
    source,
    needsBaseline: false,
    readsCalls: listens.includes('tool-call') && !listens.some((kind) => SAID.has(kind)),
    readsUsage: listens.includes('model-request') && listens.includes('model-response'),
    unseen: !listens.some((kind) => OBSERVED_KINDS.has(kind)),
  }
}

/** Events of what the agent said, which every target shows. */
const SAID: ReadonlySet<EventKind> = new Set(['model-response', 'turn-end'])

/** The names of a check, or of the parts of a combined one: a combination itself reads whatever its parts read. */
function leavesOf({ operator, options }: { operator: string; options: unknown }): readonly string[] {
  const parts = (options as { checks?: readonly { type: string; options: unknown }[] } | undefined)?.checks
  return parts === undefined || (operator !== 'all_of' && operator !== 'any_of')
    ? [operator]
    : parts.flatMap(({ type, options: inner }) => leavesOf({ operator: type, options: inner }))
}
