import type { CheckResult, CheckSubject, ClauseSource, CompiledContract } from '../../contract/index.ts'
import { evidenceOf } from '../../contract/evidence.ts'
import { inWords } from '../../contract/in-words.ts'
import { createGuard } from '../../guard/index.ts'
import type { Finding, Judge } from '../../model/index.ts'
import { createPiiScanner, PII_GROUPS, type PiiScanner } from '../../pii/index.ts'
import { eventsOf, subjectOf, type Observed } from './observe.ts'
import type { Row, Rows } from './rows.ts'

/** What one answer means for one promise. */
export type Ruling =
  | { readonly kind: 'pass' }
  | { readonly kind: 'fail'; readonly finding: Finding }
  | { readonly kind: 'error'; readonly reason: string; readonly message: string }
  | { readonly kind: 'unjudged'; readonly why: string }

const PASS: Ruling = { kind: 'pass' }

export interface JudgeAnswerOptions {
  readonly judge?: Judge
  /** What a judge may cost for one question. */
  readonly judgeBudgetUsd: number
}

export interface Rulings {
  readonly rulings: readonly Ruling[]
  /** What judges cost. */
  readonly costUsd: number
}

/** Every promise of the list on one answer; nothing stops at the first breach. */
export async function judgeAnswer(
  { guarded }: Pick<Rows, 'guarded'>,
  rows: readonly Row[],
  observed: Observed,
  options: JudgeAnswerOptions,
): Promise<Rulings> {
  const asked = rows.some(({ judge }) => judge !== undefined)
    ? await askJudges(rows, observed, options)
    : undefined
  const subject = subjectOf(observed, asked?.judgements)
  const findings =
    guarded !== undefined && rows.some(({ check }) => check === undefined)
      ? await guardFindings(guarded, observed, options.judge)
      : []
  const rulings = rows.map((row) =>
    row.check === undefined ? rulingOf(row, findings) : outputRuling(row.source, row.check, subject),
  )
  return { rulings, costUsd: asked?.costUsd ?? 0 }
}

async function askJudges(
  rows: readonly Row[],
  { answer }: Observed,
  { judge, judgeBudgetUsd }: JudgeAnswerOptions,
): Promise<{ judgements: NonNullable<CheckSubject['judgements']>; costUsd: number }> {
  const judgements: Record<string, { verdict: 'pass' | 'fail' | 'skip'; reason?: string }> = {}
  let costUsd = 0
  for (const { source, judge: question } of rows) {
    if (question === undefined || judge === undefined) continue
    const answered = await judge.ask({
      ...question,
      clauseId: source.id,
      text: answer.output,
      turn: 0,
      budgetUsd: judgeBudgetUsd,
    })
    judgements[source.id] = { verdict: answered.verdict, reason: answered.reason }
    costUsd += answered.costUsd ?? 0
  }
  return { judgements, costUsd }
}

const ONE_MORE_REQUEST = {
  kind: 'model-request',
  provider: 'none',
  model: 'none',
  tokens: { input: 0, exact: true },
  atMs: 0,
} as const

/** In shadow, because what the agent did is done; what the guard would have said is the finding. */
async function guardFindings(
  contract: CompiledContract,
  observed: Observed,
  judge: Judge | undefined,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const guard = createGuard({
    contract,
    mode: 'shadow',
    nowMs: () => 0,
    ...(judge === undefined ? {} : { judge }),
    sink: { append: ({ decision }) => void findings.push(...decision.findings) },
  })
  const { usage, costUsd } = observed.answer
  for (const event of eventsOf(observed)) {
    // a ceiling speaks when the next request is due, and here nothing comes next: would one more be let through?
    if (event.kind === 'session-end' && (usage !== undefined || costUsd !== undefined))
      guard.judge({ ...ONE_MORE_REQUEST, sessionId: event.sessionId })
    guard.judge(event)
  }
  await guard.settled()
  return findings
}

function rulingOf({ source }: Row, findings: readonly Finding[]): Ruling {
  const own = findings.filter(({ clauseId }) => clauseId === source.id)
  const breach = own.find(({ code }) => code !== 'not-judged')
  if (breach !== undefined) return { kind: 'fail', finding: breach }
  const [unjudged] = own
  return unjudged === undefined ? PASS : { kind: 'unjudged', why: inWords(unjudged.params['why']) }
}

function outputRuling(
  source: ClauseSource,
  check: (subject: CheckSubject) => CheckResult,
  subject: CheckSubject,
): Ruling {
  let result: CheckResult
  try {
    result = check(subject)
  } catch (error) {
    // a check that breaks counts as a breach of itself, as it does in production
    const reason = error instanceof Error ? error.message : String(error)
    result = { outcome: 'broken', code: 'clause-failed', params: { reason } }
  }
  if (result.outcome === 'held') return PASS
  if (result.outcome === 'not-judged') return { kind: 'unjudged', why: result.why }
  const { id, operator, level, severity, location } = source
  const redacted = redact(subject.output)
  return {
    kind: 'fail',
    finding: {
      clauseId: id,
      operator,
      code: result.code,
      level,
      severity,
      verdict: level === 'hard' ? 'deny' : 'warn',
      params: result.params,
      evidence: evidenceOf('output', redacted.text, redacted.isChanged ? undefined : result.spans),
      location,
      counted: true,
    },
  }
}

let scanner: PiiScanner | undefined

/** What is kept and shown must not hold what a contract forbids to show. */
export function redact(text: string): { readonly text: string; readonly isChanged: boolean } {
  const { text: safe, matches } = (scanner ??= createPiiScanner({ groups: PII_GROUPS })).redact(text)
  return { text: safe, isChanged: matches.length > 0 }
}
