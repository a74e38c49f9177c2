import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../src/kit/canonical-json.ts'
import { evaluate, openSession } from '../../src/engine/index.ts'
import type { Mode } from '../../src/model/index.ts'
import { drawnContract, drawnSession, placed, type DrawnEvent } from './drawn/index.ts'
import { ReferenceInterpreter } from './reference-interpreter.ts'
import type { ContractDraft } from './reference/draft.ts'
import { compiledOf, told, WORLD } from './engine-side.ts'

const IS_LONG = process.env['HOLDFAST_LONG'] === '1'
const SEED = Number(process.env['HOLDFAST_SEED'] ?? (IS_LONG ? Date.now() % 2 ** 31 : 20_260))
const EVENTS = IS_LONG ? 3_000_000 : 100_000
const MAX_EVENTS_IN_SESSION = 50

const seen = { events: 0, codes: new Map<string, number>() }

function compare(draft: ContractDraft, events: readonly DrawnEvent[], mode: Mode): void {
  const compiled = compiledOf(draft)
  const reference = new ReferenceInterpreter(draft, mode, WORLD)
  let session = openSession(compiled, 'session', mode)
  for (const event of placed(events, draft)) {
    const { decision, session: next } = evaluate(compiled, session, event)
    session = next
    seen.events += 1
    for (const { operator, code } of decision.findings) {
      const name = `${operator} ${code}`
      seen.codes.set(name, (seen.codes.get(name) ?? 0) + 1)
    }
    const [ours, theirs] = [told(decision), reference.judge(event)]
    // comparing texts first, because the matcher is slow and almost always has nothing to say
    if (canonicalJson(ours) !== canonicalJson(theirs))
      expect({ event, decided: ours }).toEqual({ event, decided: theirs })
  }
}

test(
  `engine and reference agree on ${EVENTS.toLocaleString('en')} events`,
  { timeout: IS_LONG ? 7_200_000 : 240_000 },
  () => {
    for (let round = 0; seen.events < EVENTS; round += 1)
      fc.assert(
        fc.property(
          drawnContract,
          drawnSession(MAX_EVENTS_IN_SESSION),
          fc.constantFrom<Mode>('enforce', 'enforce', 'shadow'),
          compare,
        ),
        { seed: SEED + round, numRuns: 250 },
      )
    expect(seen.events).toBeGreaterThanOrEqual(EVENTS)
  },
)

const RARE = 20

test('every operator, predicate and demand has really been heard on the way', () => {
  const rare = EXPECTED_FINDINGS.filter((name) => (seen.codes.get(name) ?? 0) < RARE)
  expect(rare).toEqual([])
})

const EXPECTED_FINDINGS = [
  'tool_blocklist tool-blocked',
  'tool_blocklist command-blocked',
  'tool_blocklist command-undecidable',
  'tool_allowlist tool-not-allowed',
  'must_state field-not-stated',
  'must_precede came-too-early',
  'context_budget over-budget',
  'process_drift drifted',
  'process_drift baseline-missing',
  'judge_predicate judged-failed',
  'judge_predicate refused-after-judgement',
  'pii_filter personal-data',
  'cost_ceiling ceiling-reached',
  'cost_ceiling cost-unknown',
  'repetition_guard action-repeated',
  'repetition_guard statement-repeated',
  'equals constraint-broken',
  'expr constraint-broken',
  'gte field-missing',
  'equals paused',
  'equals autonomy-reduced',
  'equals session-ended',
]
