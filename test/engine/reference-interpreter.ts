import type { AgentEvent, JsonObject, Mode } from '../../src/model/index.ts'
import type { CheckDraft, ConstraintDraft, ContractDraft } from './reference/draft.ts'
import {
  applies,
  callsOf,
  isKind,
  outputOf,
  sinceLast,
  turnOf,
  whole,
  type Complaint,
  type Past,
  type Story,
} from './reference/history.ts'
import {
  isHardOperator,
  REFERENCE_OPERATORS,
  type Judgement,
  type Said,
  type World,
} from './reference/operators/index.ts'
import { hidden } from './reference/personal-data.ts'
import { demandsOf, recoveringAfter } from './reference/recovery.ts'
import { judgedBy, stateAt } from './reference/state.ts'
import { toolPatternMatches } from './reference/text.ts'

/** What the language says must be decided about one event. */
export interface ReferenceDecision {
  readonly verdict: string
  readonly findings: readonly string[]
  readonly directives: readonly string[]
  readonly recovery: readonly string[]
  readonly asks: readonly JsonObject[]
  readonly tally?: string
}

interface ReferenceClause {
  readonly id: string
  readonly isHard: boolean
  readonly when: string | undefined
  /** Whether the clause is counted at every turn's end, only when something was decided, or never. */
  readonly tallied: 'every-turn' | 'when-judged' | 'never'
  judge(story: Story): Judgement
}

const STRICTNESS = ['allow', 'warn', 'rewrite', 'ask', 'deny']

/**
 * The slow, obvious reading of the language: it keeps every event and works everything out from the beginning
 * each time. Nothing in it is shared with the compiled clauses or the engine.
 */
export class ReferenceInterpreter {
  readonly #draft: ContractDraft
  readonly #mode: Mode
  readonly #clauses: readonly ReferenceClause[]
  #past: readonly Past[] = []

  constructor(draft: ContractDraft, mode: Mode, world: World) {
    this.#draft = draft
    this.#mode = mode
    this.#clauses = clausesOf(draft, world)
  }

  judge(event: AgentEvent): ReferenceDecision {
    const story: Story = { past: this.#past, event }
    const entries = whole(story)
    const judgements = this.#clauses
      .filter(({ when }) => applies(when, entries))
      .map((clause) => ({ clause, ...clause.judge(story) }))
    const demands = demandsOf(
      this.#draft,
      recoveringAfter(this.#draft, this.#past, this.#wentThrough),
      entries.at(-1)!,
    )
    const complaints: readonly Complaint[] = [
      ...judgements.flatMap(({ clause, said }) => said.map((each) => this.#complaint(clause, each))),
      ...demands.complaints,
    ]
    const verdict = STRICTNESS[Math.max(0, ...complaints.map((each) => STRICTNESS.indexOf(each.verdict)))]!
    const refused = verdict === 'deny' && this.#mode === 'enforce'
    const redacted = this.#mode === 'enforce' ? judgements.flatMap(({ redacted: each }) => each ?? []) : []
    const isDecided = ({ said, judged }: Judgement) => judged === true || said.some(isBreach)
    this.#past = [
      ...this.#past,
      {
        event,
        passed: hidden(event, redacted),
        refused,
        complaints,
        judged: judgements.filter(isDecided).map(({ clause }) => clause.id),
      },
    ]
    const passed = this.#past.at(-1)!.passed
    // what was hidden in the answer is hidden from its judge as well
    const shown = passed.kind === 'turn-end' && passed.output !== undefined ? { text: passed.output } : {}
    return {
      verdict,
      findings: complaints
        .map(({ clauseId, code, verdict: own, counted }) => `${clauseId} ${code} ${own} ${counted}`)
        .toSorted(),
      directives: demands.directives.toSorted(),
      recovery: recoveringAfter(this.#draft, this.#past, this.#wentThrough).steps,
      asks: judgements.flatMap(({ asks }) => (asks === undefined ? [] : [{ ...asks, ...shown }])),
      ...(event.kind === 'turn-end' ? { tally: this.#tally() } : {}),
    }
  }

  #complaint({ id, isHard }: ReferenceClause, { code, verdict, counted = true, about }: Said): Complaint {
    const { on_hard_violation: onHard = 'raise', on_soft_violation: onSoft = 'log_and_continue' } =
      this.#draft.recovery
    const isFixed = verdict === 'rewrite' || verdict === 'allow' || code === 'not-judged'
    const softened = isHard && onHard === 'log_and_continue' && (verdict === 'deny' || verdict === 'ask')
    const raised = !isHard && onSoft === 'raise'
    return {
      clauseId: id,
      code,
      verdict: isFixed ? verdict : softened ? 'warn' : raised ? 'deny' : verdict,
      counted,
      ...(about === undefined ? {} : { about }),
    }
  }

  /** Guidance has reached the model only with a request that was neither refused nor held. */
  readonly #wentThrough = ({ complaints }: Past): boolean =>
    this.#mode === 'shadow' || complaints.every(({ verdict }) => verdict !== 'deny' && verdict !== 'ask')

  #tally(): string {
    const before = this.#past.slice(0, -1)
    const turn = [...sinceLast(before, isKind('turn-end')), this.#past.at(-1)!]
    const told = (isHard: boolean) => {
      const counted = this.#clauses.filter(
        (clause) =>
          clause.isHard === isHard &&
          clause.tallied !== 'never' &&
          applies(clause.when, this.#past) &&
          (clause.tallied === 'every-turn' || turn.some(({ judged }) => judged.includes(clause.id))),
      )
      const broken = counted.filter(({ id }) =>
        turn.some(({ complaints }) => complaints.some((each) => each.clauseId === id && isBreach(each))),
      )
      return `${counted.length - broken.length}/${counted.length}`
    }
    return `turn ${turnOf(this.#past)}: hard ${told(true)}, soft ${told(false)}`
  }
}

function isBreach({ counted = true, code }: Said): boolean {
  return counted && code !== 'not-judged'
}

function clausesOf(draft: ContractDraft, world: World): readonly ReferenceClause[] {
  return [
    ...draft.preconditions.map(precondition),
    ...[...draft.hard, ...draft.governanceHard].map((each) => constraint(each, true)),
    ...[...draft.soft, ...draft.governanceSoft].map((each) => constraint(each, false)),
    ...draft.process.map((clause): ReferenceClause => ({
      id: clause.id,
      isHard: isHardOperator(clause),
      when: clause.when,
      tallied: clause.operator === 'judge_predicate' ? 'when-judged' : 'every-turn',
      judge: (story) => REFERENCE_OPERATORS[clause.operator]!(clause, story, world),
    })),
    ...draft.output.map(outputCheck),
  ]
}

const CODES = { broken: 'constraint-broken', missing: 'field-missing' }

function constraint(
  { name, when, predicate, value, field }: ConstraintDraft,
  isHard: boolean,
): ReferenceClause {
  return {
    id: name,
    isHard,
    when,
    tallied: 'every-turn',
    judge(story) {
      if (story.event.kind !== 'turn-end') return { said: [] }
      const outcome = judgedBy(predicate, value, field, stateAt(whole(story)))
      return { said: outcome === 'held' ? [] : [{ code: CODES[outcome], verdict: isHard ? 'deny' : 'warn' }] }
    },
  }
}

/** Asked before each act until it was met at an act that happened. */
function precondition({ name, when, predicate, value, field }: ConstraintDraft): ReferenceClause {
  const isAsked = ({ kind }: AgentEvent) =>
    kind === 'model-request' || kind === 'tool-call' || kind === 'turn-end'
  const outcomeAt = (entries: readonly Past[]) => judgedBy(predicate, value, field, stateAt(entries))
  return {
    id: name,
    isHard: true,
    when,
    tallied: 'never',
    judge({ past, event }) {
      if (!isAsked(event)) return { said: [] }
      // an event of the past is seen as it was when it was judged: before anything of it was hidden or refused
      const asItWas = (index: number) => whole({ past: past.slice(0, index), event: past[index]!.event })
      const isMet = past.some(
        (each, index) => isAsked(each.event) && !each.refused && outcomeAt(asItWas(index)) === 'held',
      )
      if (isMet) return { said: [] }
      const outcome = outcomeAt(whole({ past, event }))
      if (outcome === 'held') return { said: [] }
      const isFirst = !past.some(({ complaints }) => complaints.some(({ clauseId }) => clauseId === name))
      return { said: [{ code: CODES[outcome], verdict: 'deny', counted: isFirst }] }
    },
  }
}

function outputCheck({
  id,
  type,
  severity = 'medium',
  negate = false,
  when,
  options,
}: CheckDraft): ReferenceClause {
  const isHard = severity === 'critical'
  return {
    id,
    isHard,
    when,
    tallied: 'when-judged',
    judge(story) {
      if (story.event.kind !== 'turn-end') return { said: [] }
      const code = brokenCode(type, options, whole(story))
      if (code === 'not-judged') return { said: [{ code, verdict: 'warn', counted: false }] }
      if ((code === undefined) !== negate) return { said: [], judged: true }
      return { said: [{ code: code ?? 'negated', verdict: isHard ? 'deny' : 'warn' }] }
    },
  }
}

/** The code of a breach, or nothing when the check holds. */
function brokenCode(type: string, options: JsonObject, entries: readonly Past[]): string | undefined {
  const output = outputOf(entries) ?? ''
  const calls = callsOf(entries).length
  const { value, tool: wanted } = options as { readonly value?: string; readonly tool?: string }
  const words = value ?? wanted ?? ''
  switch (type) {
    case 'contains':
      return output.toLowerCase().includes(words.toLowerCase()) ? undefined : 'text-missing'
    case 'output_not_empty':
      return output.trim() === '' ? 'empty-output' : undefined
    case 'max_tool_calls':
      return calls <= Number(options['max_calls']) ? undefined : 'too-many-calls'
    case 'tool_called':
      return callsOf(entries).some(({ tool }) => toolPatternMatches(words, tool))
        ? undefined
        : 'called-too-rarely'
    case 'latency': {
      const latency = entries
        .filter(isKind('model-response'))
        .findLast(({ event }) => event.latencyMs !== undefined)
      if (latency === undefined) return 'not-judged'
      return latency.event.latencyMs! <= Number(options['max_ms']) ? undefined : 'too-slow'
    }
    default:
      throw new Error(`the reference does not know the check ${type}`)
  }
}
