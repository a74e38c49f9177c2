import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { compileContract, loadContract, messageOf, type CompiledContract } from '../../src/contract/index.ts'
import { createGuard, type EventInput, type Judged } from '../../src/guard/index.ts'
import {
  EVENT_KINDS,
  type EventKind,
  type Finding,
  type JsonObject,
  type Mode,
} from '../../src/model/index.ts'

/** One case of `corpus/operators/**`: a contract, and a session judged step by step. */
export interface SessionCase {
  readonly name: string
  /** One operator with its options; the rest of the contract is filled in. */
  readonly clause?: JsonObject
  /** Several of them. */
  readonly clauses?: readonly JsonObject[]
  readonly recovery?: JsonObject
  /** Other sections of the contract, or a whole contract as text. */
  readonly contract?: JsonObject | string
  readonly mode?: Mode
  readonly seed?: number | string
  /** Tool counts of earlier sessions, by the word under `baseline`. */
  readonly baselines?: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Codes of the warnings that loading gives. */
  readonly warns?: readonly string[]
  /** Codes of the errors that keep it from loading; then there are no steps. */
  readonly refused?: readonly string[]
  readonly steps?: readonly StepCase[]
}

/**
 * An event in short form: its kind is a key whose value is what matters most about it, other keys are its other
 * fields. Whatever an expectation does not mention must not happen.
 */
export interface StepCase {
  readonly [field: string]: unknown
  /** `deny came-too-early`; a code is followed by `(again)` when it is not counted, and may be preceded by `clause/`. */
  readonly expect?: string
  readonly times?: number
  readonly effect?: string
  /** Fields of the event as it may go on. */
  readonly goesOn?: JsonObject
  /** `kind strategy`, then what the directive carries. */
  readonly directives?: readonly string[]
  /** `clause strategy attempt outcome`. */
  readonly recovery?: readonly string[]
  /** Fields of each question for a judge. */
  readonly asks?: readonly JsonObject[]
  /** Held of judged, such as `1/2`. */
  readonly tally?: { readonly hard: string; readonly soft: string }
  /** Fields of the first finding. */
  readonly finding?: JsonObject
  /** A part of the first finding's sentence. */
  readonly says?: string
}

const EXPECTATIONS = new Set([
  'expect',
  'times',
  'effect',
  'goesOn',
  'directives',
  'recovery',
  'asks',
  'tally',
  'finding',
  'says',
])

/** Which field the value beside the kind stands for. */
const MAIN_FIELD = {
  'session-start': undefined,
  'turn-start': 'input',
  'model-request': 'model',
  'model-response': 'text',
  'tool-call': 'tool',
  'tool-result': 'tool',
  state: 'fields',
  mark: 'marker',
  'turn-end': 'output',
  'session-end': undefined,
  fault: 'fault',
  'judge-verdict': 'verdict',
} as const satisfies Record<EventKind, string | undefined>

const DEFAULT_FIELDS: Readonly<Partial<Record<EventKind, JsonObject>>> = {
  'model-request': { provider: 'openai', tokens: { input: 100, exact: true } },
  'tool-call': { args: {} },
  'tool-result': { ok: true, content: null },
  fault: { faultId: 'fault-1', target: 'somewhere' },
  'judge-verdict': { clauseId: 'judge_predicate' },
}

export function casesIn(
  folder: URL,
): readonly { readonly file: string; readonly cases: readonly SessionCase[] }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .map((file) => ({
      file,
      cases: parse(readFileSync(new URL(file, folder), 'utf8')) as readonly SessionCase[],
    }))
}

export function loadCase(sessionCase: SessionCase): {
  readonly compiled?: CompiledContract
  readonly warnings: readonly string[]
  readonly errors: readonly string[]
} {
  const { seed = 0, baselines } = sessionCase
  const { contract, problems } = loadContract('case.yaml', contractText(sessionCase))
  const codes = (level: string) =>
    problems.filter((problem) => problem.level === level).map(({ code }) => code)
  const loaded = { warnings: codes('warning'), errors: codes('error') }
  if (contract === undefined) return loaded
  const compiled = compileContract(contract, {
    seed,
    ...(baselines === undefined ? {} : { baselineFor: (_clauseId, baseline) => baselines[baseline] }),
  })
  return { ...loaded, compiled }
}

/** What happened at every step, in the words of the expectations. */
export function runCase(
  compiled: CompiledContract,
  { mode = 'enforce', steps = [] }: SessionCase,
): {
  readonly actual: readonly unknown[]
  readonly expected: readonly unknown[]
} {
  // judges answer through steps of the case, so this one never does
  const judge = { ask: () => new Promise<never>(() => undefined) }
  const guard = createGuard({ contract: compiled, mode, nowMs: () => 0, judge })
  const actual: unknown[] = []
  const expected: unknown[] = []
  steps.forEach((step, index) => {
    for (let time = 0; time < (step.times ?? 1); time += 1) {
      const judged = guard.judge(eventOf(step, index))
      actual.push(told(judged, step, index))
      expected.push(wanted(step, index))
    }
  })
  return { actual, expected }
}

function contractText({ clause, clauses = [], recovery, contract }: SessionCase): string {
  if (typeof contract === 'string') return contract
  const process = [...(clause === undefined ? [] : [clause]), ...clauses]
  const given = (contract ?? {}) as { readonly invariants?: JsonObject }
  // JSON is YAML
  return JSON.stringify({
    dsl_version: '0.4',
    contractspec: '1.0',
    kind: 'agent',
    name: 'case',
    description: 'one case',
    version: '1',
    ...(recovery === undefined ? {} : { recovery }),
    ...given,
    invariants: { ...(process.length === 0 ? {} : { process }), ...given.invariants },
  })
}

function eventOf(step: StepCase, index: number): EventInput {
  const kind = EVENT_KINDS.find((each) => Object.hasOwn(step, each))
  if (kind === undefined) throw new Error(`step ${index} names no kind of event: ${JSON.stringify(step)}`)
  const others = Object.entries(step).filter(([key]) => key !== kind && !EXPECTATIONS.has(key))
  const { tokens, ...rest } = Object.fromEntries(others)
  return {
    sessionId: 'session',
    kind,
    callId: `call-${index}`,
    ...DEFAULT_FIELDS[kind],
    ...mainFields(kind, step[kind]),
    ...(tokens === undefined
      ? {}
      : { tokens: typeof tokens === 'number' ? { input: tokens, exact: true } : tokens }),
    ...rest,
  } as unknown as EventInput
}

/** `turn-end: null` is a turn that ended without words. */
function mainFields(kind: EventKind, value: unknown): object {
  const main = MAIN_FIELD[kind]
  if (main !== undefined) return value === null ? {} : { [main]: value }
  return typeof value === 'object' && value !== null ? value : {}
}

function shown({ code, counted, clauseId }: Finding, withClause: boolean): string {
  return `${withClause ? `${clauseId}/` : ''}${code}${counted ? '' : '(again)'}`
}

function told({ decision, effect, event }: Judged, step: StepCase, index: number): unknown {
  const { verdict, findings, directives = [], recovery = [], judgeTasks = [], tally } = decision
  const withClause = step.expect?.includes('/') === true
  const [first] = findings
  const pick = (source: object | undefined, keys: object | undefined) =>
    keys === undefined
      ? undefined
      : Object.fromEntries(Object.keys(keys).map((key) => [key, (source as JsonObject | undefined)?.[key]]))
  return {
    step: index,
    decided: [verdict, ...findings.map((finding) => shown(finding, withClause)).toSorted()].join(' '),
    ...(step.effect === undefined ? {} : { effect: effect.kind }),
    goesOn: pick(event, step.goesOn),
    directives: directives.map((directive) =>
      [
        directive.kind,
        directive.strategy,
        ...('tools' in directive ? directive.tools : 'actions' in directive ? directive.actions : []),
      ].join(' '),
    ),
    recovery: recovery.map(
      ({ clauseId, strategy, attempt, outcome }) => `${clauseId} ${strategy} ${attempt} ${outcome}`,
    ),
    asks: judgeTasks.map((task, at) => pick(task, step.asks?.[at]) ?? task),
    ...(step.tally === undefined
      ? {}
      : {
          tally: {
            hard: `${tally?.hard.held}/${tally?.hard.judged}`,
            soft: `${tally?.soft.held}/${tally?.soft.judged}`,
          },
        }),
    finding: pick(first, step.finding),
    ...(step.says === undefined || (first !== undefined && messageOf(first).includes(step.says))
      ? {}
      : { says: first === undefined ? 'nothing' : messageOf(first) }),
  }
}

function wanted(step: StepCase, index: number): unknown {
  const [verdict = 'allow', ...codes] = (step.expect ?? 'allow').split(' ')
  return {
    step: index,
    decided: [verdict, ...codes.toSorted()].join(' '),
    ...(step.effect === undefined ? {} : { effect: step.effect }),
    goesOn: step.goesOn,
    directives: step.directives ?? [],
    recovery: step.recovery ?? [],
    asks: step.asks ?? [],
    ...(step.tally === undefined ? {} : { tally: step.tally }),
    finding: step.finding,
  }
}
