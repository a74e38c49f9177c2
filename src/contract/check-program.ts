import type { EventKind, Evidence, Span } from '../model/index.ts'
import { createPiiScanner, PII_GROUPS, type PiiScanner } from '../pii/index.ts'
import { lexicalSimilarity } from './checks/lexical-similarity.ts'
import { negated } from './checks/negate.ts'
import type { Objection, Program, Tallied } from './clause.ts'
import type { ClauseSource } from './contract.ts'
import type { AnyCheck, CheckEnvironment, CheckResult, CheckSubject } from './define-check.ts'
import { evidenceOf } from './evidence.ts'
import { stateOf } from './extractors.ts'
import type { Facts } from './facts.ts'

/** The check of an output clause with its negation applied, for whoever has an answer to judge. */
export function judgeOutput(
  source: ClauseSource,
  check: AnyCheck,
  environment: Partial<CheckEnvironment> = {},
): (subject: CheckSubject) => CheckResult {
  const judge = check.compile(source.options as Parameters<AnyCheck['compile']>[0], {
    similarity: lexicalSimilarity,
    ...environment,
    clauseId: source.id,
  })
  return source.negate === true ? (subject) => negated(judge(subject)) : judge
}

/** In production an output check is judged on the answer at the end of every turn. */
export function checkProgram(
  source: ClauseSource,
  check: AnyCheck,
  environment: Partial<CheckEnvironment>,
): { program: Program<null>; listensTo: readonly EventKind[]; tallied: Tallied } {
  const judge = judgeOutput(source, check, environment)
  return {
    listensTo: ['turn-end'],
    // what could not be judged has not been held
    tallied: 'when-judged',
    program: {
      initial: null,
      step(state, _event, facts) {
        const subject = subjectOf(facts)
        const objection = objectionTo(judge(subject), source, subject)
        return objection === undefined ? { state, judged: true } : { state, objections: [objection] }
      },
    },
  }
}

function objectionTo(
  result: CheckResult,
  source: ClauseSource,
  subject: CheckSubject,
): Objection | undefined {
  if (result.outcome === 'held') return undefined
  const verdict = source.level === 'hard' ? 'deny' : 'warn'
  // a check that could not run is not a pass
  if (result.outcome === 'not-judged')
    return { code: 'not-judged', verdict: 'warn', params: { why: result.why }, counted: false }
  return {
    code: result.code,
    verdict,
    params: result.params,
    evidence: safeEvidence(subject.output, result.spans),
  }
}

let scanner: PiiScanner | undefined

/** An answer shown as proof may hold what the contract forbids to show; places in it are lost when that is hidden. */
function safeEvidence(output: string, spans: readonly Span[] | undefined): Evidence {
  const { text, matches } = (scanner ??= createPiiScanner({ groups: PII_GROUPS })).redact(output)
  return evidenceOf('output', text, matches.length === 0 ? spans : undefined)
}

function subjectOf(facts: Facts): CheckSubject {
  return {
    ...(facts.input === undefined ? {} : { input: facts.input }),
    output: facts.output ?? '',
    ...(facts.latencyMs === undefined ? {} : { latencyMs: facts.latencyMs }),
    calls: facts.calls,
    ...(facts.replies === 0 || facts.costUnknown ? {} : { costUsd: facts.totalCostUsd }),
    ...(facts.replies === 0 ? {} : { totalTokens: facts.totalTokens }),
    faults: facts.faults,
    state: stateOf(facts).all(),
  }
}
