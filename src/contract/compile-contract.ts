import { canonicalJson } from '../kit/canonical-json.ts'
import { HoldfastError } from '../kit/errors.ts'
import { hashWord } from '../kit/hash.ts'
import { EVENT_KINDS, type EventKind } from '../model/index.ts'
import type { Clause, Condition, Program, Tallied } from './clause.ts'
import { checkProgram } from './check-program.ts'
import type { ClauseSource, Contract } from './contract.ts'
import type { CompileEnvironment } from './define-operator.ts'
import { constraintProgram, preconditionProgram } from './state-constraint.ts'
import { builtInVocabulary, type Vocabulary } from './vocabulary.ts'

/** A contract ready to judge: compiled once, indexed by what each clause listens to. */
export interface CompiledContract {
  readonly contract: Contract
  readonly clauses: readonly Clause[]
  readonly listeners: Readonly<Record<EventKind, readonly Listener[]>>
  /** Some check reads tool calls, so facts must keep them. */
  readonly keepsCalls: boolean
}

/** A clause that listens to a kind of event, with its index in `clauses`. */
export interface Listener {
  readonly index: number
  readonly clause: Clause
  readonly program: Program<unknown>
  /** Absent when the clause always applies. */
  readonly condition: Condition | undefined
}

export interface CompileOptions extends Partial<CompileEnvironment> {
  readonly vocabulary?: Vocabulary
}

export function compileContract(
  contract: Contract,
  { vocabulary = builtInVocabulary(), ...environment }: CompileOptions = {},
): CompiledContract {
  const complete: CompileEnvironment = { seed: 0, ...environment }
  const clauses = contract.clauses.map((source) => compileClause(source, vocabulary, complete))
  const all = clauses.map((clause, index): Listener => {
    const { program, when } = clause
    return { index, clause, program, condition: when === 'always' ? undefined : when }
  })
  const listeners = Object.fromEntries(
    EVENT_KINDS.map((kind) => [kind, all.filter(({ clause }) => clause.listensTo.includes(kind))]),
  ) as unknown as Record<EventKind, readonly Listener[]>
  const keepsCalls = contract.clauses.some(
    ({ section, operator }) =>
      section === 'invariants.output' && vocabulary.checks.get(operator)?.readsCalls === true,
  )
  return { contract, clauses, listeners, keepsCalls }
}

function compileClause(
  source: ClauseSource,
  vocabulary: Vocabulary,
  environment: CompileEnvironment,
): Clause {
  const { id, operator, level, severity, when, location, recovery } = source
  const { program, listensTo, tallied = 'every-turn' } = programOf(source, vocabulary, environment)
  const fingerprint = hashWord(
    canonicalJson({
      operator,
      section: source.section,
      options: source.options,
      field: source.field,
      negate: source.negate,
    }),
  )
  return {
    id,
    operator,
    level,
    severity,
    when,
    location,
    listensTo,
    tallied,
    fingerprint,
    program,
    ...(recovery === undefined ? {} : { recovery }),
  }
}

interface Compiled {
  readonly program: Program<unknown>
  readonly listensTo: readonly EventKind[]
  readonly tallied?: Tallied
}

function programOf(source: ClauseSource, vocabulary: Vocabulary, environment: CompileEnvironment): Compiled {
  switch (source.section) {
    case 'invariants.process': {
      const operator = known(vocabulary.operators.get(source.operator), source)
      const options = source.options as Parameters<typeof operator.compile>[0]
      const listensTo =
        typeof operator.listensTo === 'function' ? operator.listensTo(options) : operator.listensTo
      return {
        program: operator.compile(options, { ...environment, clauseId: source.id }),
        listensTo,
        ...(operator.tallied === undefined ? {} : { tallied: operator.tallied }),
      }
    }
    case 'invariants.output':
      return forgetState(
        checkProgram(
          source,
          known(vocabulary.checks.get(source.operator), source),
          environment.isPhoneNumber === undefined ? {} : { isPhoneNumber: environment.isPhoneNumber },
        ),
      )
    case 'preconditions':
      return {
        ...forgetState(
          preconditionProgram(source, known(vocabulary.predicates.get(source.operator), source)),
        ),
        tallied: 'never',
      }
    case 'invariants.hard':
    case 'invariants.soft':
    case 'governance.hard':
    case 'governance.soft':
      return forgetState(constraintProgram(source, known(vocabulary.predicates.get(source.operator), source)))
  }
}

/** Sound because the engine only ever gives a program states that it made itself. */
function forgetState<State>(compiled: {
  program: Program<State>
  listensTo: readonly EventKind[]
  tallied?: Tallied
}): Compiled {
  return compiled
}

function known<T>(definition: T | undefined, { id, operator }: ClauseSource): T {
  if (definition === undefined)
    throw new HoldfastError(
      'HF_UNKNOWN_NAME',
      `clause \`${id}\` uses \`${operator}\`, which is not registered`,
      'load the plugin that defines it',
    )
  return definition
}
