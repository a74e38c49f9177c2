import { randomStream } from '../../kit/random.ts'
import { defaulted, number, oneOf, required, text } from '../../kit/shape/index.ts'
import type { Objection, Program, Step } from '../clause.ts'
import { defineOperator } from '../define-operator.ts'
import { evidenceOf } from '../evidence.ts'
import { inWords } from '../in-words.ts'

const THETA_PENALTY = 0.03

interface Judging {
  readonly spentUsd: number
  /** A failed `deny` judgement refuses one turn: first it waits for that turn, then it lasts as long as it. */
  readonly refusing: 'no' | 'next-turn' | 'this-turn'
}

const VERDICT = { log: 'allow', warn: 'warn', theta_penalty: 'warn', deny: 'warn' } as const

export const judgePredicate = defineOperator({
  name: 'judge_predicate',
  summary: 'A model judges a sample of the turns by a rubric, without holding anything up.',
  fields: {
    rubric: required(text({ nonEmpty: true }), 'What the judge looks for, in plain words.'),
    sample_rate: defaulted(
      number({ above: 0, atMost: 1 }),
      0.2,
      'The share of turns that are judged; which ones follows from the seed.',
    ),
    model: defaulted(
      text({ nonEmpty: true }),
      'ds-flash-free',
      '`ds-flash-free`, `haiku`, or `provider:model`; a judge that cannot answer falls through to the next.',
    ),
    action_on_fail: defaulted(
      oneOf('log', 'warn', 'theta_penalty', 'deny'),
      'theta_penalty',
      '`deny` refuses the next turn.',
    ),
    cost_ceiling_usd_per_session: defaulted(
      number({ atLeast: 0 }),
      0.1,
      'What judging may cost in a session; 0.0 means free judges only.',
    ),
  },
  listensTo: ['turn-start', 'model-request', 'tool-call', 'turn-end', 'judge-verdict'],
  level: 'soft',
  tallied: 'when-judged',
  wording: {
    'judged-failed': {
      says: ({ rubric, reason }) =>
        `a judge found this broken: ${inWords(rubric)}${reason === '' ? '' : ` (${inWords(reason)})`}`,
    },
    'refused-after-judgement': {
      says: ({ rubric }) => `the turn before was judged to break: ${inWords(rubric)}`,
      passes: () => 'the turn after this one',
    },
  },
  compile(
    { rubric, sample_rate, model, action_on_fail: action, cost_ceiling_usd_per_session: ceiling },
    { clauseId, seed },
  ): Program<Judging> {
    const refusal = (state: Judging): Step<Judging> => ({
      state,
      ifRefused: state,
      objections: [{ code: 'refused-after-judgement', verdict: 'deny', params: { rubric }, counted: false }],
    })
    return {
      initial: { spentUsd: 0, refusing: 'no' },
      step(state, event, facts) {
        switch (event.kind) {
          case 'turn-start':
            if (state.refusing === 'next-turn') return refusal({ ...state, refusing: 'this-turn' })
            return state.refusing === 'this-turn' ? { state: { ...state, refusing: 'no' } } : undefined
          case 'model-request':
          case 'tool-call':
            return state.refusing === 'no' ? undefined : refusal({ ...state, refusing: 'this-turn' })
          case 'turn-end': {
            const output = event.output ?? facts.output
            if (output === undefined || output === '') return undefined
            const draw = randomStream(seed, `judge:${event.sessionId}:${facts.turn}:${clauseId}`)()
            if (draw >= sample_rate) return undefined
            return {
              state,
              judgeTask: {
                rubric,
                model,
                text: output,
                turn: facts.turn,
                budgetUsd: Math.max(0, ceiling - state.spentUsd),
              },
            }
          }
          case 'judge-verdict': {
            if (event.clauseId !== clauseId) return undefined
            const spentUsd = state.spentUsd + (event.costUsd ?? 0)
            if (event.verdict === 'skip') return { state: { ...state, spentUsd } }
            if (event.verdict === 'pass') return { state: { ...state, spentUsd }, judged: true }
            const objection: Objection = {
              code: 'judged-failed',
              verdict: VERDICT[action],
              params: { rubric, reason: event.reason ?? '', judge: event.judge ?? '' },
              ...(action === 'theta_penalty' ? { thetaPenalty: THETA_PENALTY } : {}),
              ...(facts.output === undefined ? {} : { evidence: evidenceOf('output', facts.output) }),
            }
            const next: Judging = { spentUsd, refusing: action === 'deny' ? 'next-turn' : state.refusing }
            // a verdict has been given and paid for even where soft violations raise
            return { state: next, ifRefused: next, judged: true, objections: [objection] }
          }
          default:
            return undefined
        }
      },
    }
  },
})
