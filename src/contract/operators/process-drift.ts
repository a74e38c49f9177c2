import { divergenceOf, type DivergenceWindow } from '../../kit/divergence.ts'
import { defaulted, number, oneOf, text } from '../../kit/shape/index.ts'
import type { Objection, Program } from '../clause.ts'
import { defineOperator } from '../define-operator.ts'
import { inWords } from '../in-words.ts'
import { pushTool, startToolWindow } from '../tool-window.ts'

const THETA_PENALTY = 0.03

interface Drift {
  readonly window: DivergenceWindow
  /** Reported once for each crossing and not again while the window stays above. */
  readonly above: boolean
  readonly saidMissing: boolean
}

const VERDICT = { log: 'allow', warn: 'warn', theta_penalty: 'warn' } as const

export const processDrift = defineOperator({
  name: 'process_drift',
  summary: 'The mix of tools stays close to what it was (Jensen–Shannon divergence, base 2).',
  fields: {
    window_size: defaulted(
      number({ whole: true, above: 0, atMost: 10_000 }),
      10,
      'How many of the newest tool calls are compared.',
    ),
    jsd_threshold: defaulted(
      number({ above: 0, atMost: 1 }),
      0.3,
      'The divergence above which the clause speaks.',
    ),
    action: defaulted(oneOf('log', 'warn', 'theta_penalty'), 'log', '`theta_penalty` also takes 0.03 off Θ.'),
    baseline: defaulted(
      text({ nonEmpty: true }),
      'session',
      "`session` is the session's first full window, `store` the earlier sessions, anything else a file of tool counts.",
    ),
  },
  listensTo: ['tool-call'],
  level: 'soft',
  wording: {
    drifted: {
      says: ({ divergence, threshold, window }) =>
        `the last ${inWords(window)} tool calls diverge from the baseline by ${Number(divergence).toFixed(3)}, above ${inWords(threshold)}`,
      passes: ({ threshold }) => `a divergence of at most ${inWords(threshold)}`,
    },
    'baseline-missing': {
      says: ({ baseline }) =>
        `no baseline \`${inWords(baseline)}\` was found; the session's first full window stands in for it`,
      passes: () => 'record sessions first, or use `baseline: session`',
    },
  },
  compile({ window_size, jsd_threshold: threshold, action, baseline }, context): Program<Drift> {
    const stored = baseline === 'session' ? undefined : context.baselineFor?.(context.clauseId, baseline)
    const isMissing = baseline !== 'session' && stored === undefined
    return {
      initial: { window: startToolWindow(window_size, stored), above: false, saidMissing: !isMissing },
      step(drift, event) {
        if (event.kind !== 'tool-call') return undefined
        const window = pushTool(drift.window, event.tool)
        const divergence = divergenceOf(window)
        const above = divergence !== undefined && divergence > threshold
        if (drift.saidMissing && (!above || drift.above))
          return { state: { window, above, saidMissing: true }, ifRefused: drift }
        const objections: Objection[] = []
        if (!drift.saidMissing)
          objections.push({ code: 'baseline-missing', verdict: 'warn', params: { baseline }, counted: false })
        if (above && !drift.above)
          objections.push({
            code: 'drifted',
            verdict: VERDICT[action],
            params: { divergence, threshold, window: window_size },
            ...(action === 'theta_penalty' ? { thetaPenalty: THETA_PENALTY } : {}),
          })
        const state = { window, above, saidMissing: true }
        const ifRefused = drift.saidMissing ? drift : { ...drift, saidMissing: true }
        return objections.length === 0 ? { state, ifRefused } : { state, ifRefused, objections }
      },
    }
  },
})
