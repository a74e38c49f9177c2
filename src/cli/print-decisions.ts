import { messageOf, type Contract } from '../contract/index.ts'
import { gistOf } from '../dashboard/gist.ts'
import type { Judged } from '../guard/index.ts'
import type { Finding } from '../model/index.ts'
import type { ReasonCode } from '../metrics/index.ts'
import type { EventsSummary } from './judge-events.ts'
import type { CliIo } from './io.ts'
import { paintFor, paintVerdict, shown } from './paint.ts'

/** A finding as scripts read it. */
export function findingJson(finding: Finding): Record<string, unknown> {
  const { clauseId, operator, code, level, severity, verdict, location, evidence, counted } = finding
  return {
    clause: clauseId,
    operator,
    code,
    level,
    severity,
    verdict,
    message: messageOf(finding),
    file: location.file,
    line: location.line,
    column: location.column,
    counted,
    ...(evidence === undefined ? {} : { evidence }),
  }
}

export function decisionJson({ event, decision }: Judged): Record<string, unknown> {
  return {
    seq: event.seq,
    sessionId: event.sessionId,
    kind: event.kind,
    verdict: decision.verdict,
    findings: decision.findings.map(findingJson),
    ...(decision.rewrites === undefined ? {} : { rewrites: decision.rewrites }),
    ...(decision.directives === undefined ? {} : { directives: decision.directives }),
    ...(decision.recovery === undefined ? {} : { recovery: decision.recovery }),
  }
}

export function printDecision({ event, decision }: Judged, io: CliIo): void {
  const paint = paintFor(io)
  const width = Math.max(40, io.columns - 36)
  io.out(
    `${String(event.seq).padStart(4)}  ${paintVerdict(paint, decision.verdict, 7)}  ${event.kind.padEnd(14)}  ${paint.dim(shown(gistOf(event), width))}\n`,
  )
  for (const finding of decision.findings) {
    const { location, clauseId } = finding
    io.out(
      `        ${paint.bold(clauseId)}: ${shown(messageOf(finding), 400)}  ${paint.dim(`${location.file}:${location.line}`)}\n`,
    )
  }
  for (const directive of decision.directives ?? [])
    io.out(`        ${paint.cyan(directive.kind)} by ${directive.strategy}\n`)
}

export function printSummary(
  contract: Contract,
  { events, denied, sessions, satisfaction }: EventsSummary,
  io: CliIo,
): void {
  const paint = paintFor(io)
  io.out(
    `\n${paint.bold(contract.name)}  ${events} events in ${sessions.length} session${sessions.length === 1 ? '' : 's'}, ${denied === 0 ? paint.green('none denied') : paint.red(`${denied} denied`)}\n`,
  )
  for (const session of sessions) {
    const { compliance, drift, reliability, violations, verdicts, cost } = session
    const { decided } = verdicts
    if (sessions.length > 1) io.out(`  ${paint.bold(session.sessionId ?? '')}\n`)
    io.out(
      `  verdicts     ${Object.entries(decided)
        .map(([verdict, count]) => `${verdict} ${count}`)
        .join(' · ')}\n`,
    )
    io.out(
      `  compliance   hard ${percent(compliance.hard)} · soft ${percent(compliance.soft)} over ${session.turns} turn${session.turns === 1 ? '' : 's'}\n`,
    )
    io.out(`  violations   hard ${violations.hard} · soft ${violations.soft}\n`)
    io.out(
      `  drift        D̄ ${decimal(drift.mean)}${drift.turnsAtCritical > 0 ? ` · ${drift.turnsAtCritical} critical` : ''}\n`,
    )
    io.out(
      `  reliability  Θ ${decimal(reliability.theta)}, the bar is ${contract.reliability.deploymentThreshold}\n`,
    )
    io.out(
      `  cost         ${cost.totalUsd === undefined ? 'not measured' : `$${cost.totalUsd.toFixed(4)}`}${cost.unpriced > 0 ? `, ${cost.unpriced} replies without a known price` : ''}\n`,
    )
  }
  const { p, delta, k } = contract.satisfaction
  const reasons = satisfaction.reasons.map(({ code }) => REASONS[code]).join('; ')
  io.out(
    `  (p, δ, k)    (${p}, ${delta}, ${k}): ${satisfaction.verdict}${reasons === '' ? '' : ` (${reasons})`}\n`,
  )
}

const REASONS: Readonly<Record<ReasonCode, string>> = {
  'hard-kept': 'every hard clause was kept',
  'hard-broken': 'a hard clause was broken',
  'bound-above-p': 'surely often enough',
  'bound-below-p': 'sessions keep every hard clause too seldom',
  'bound-straddles-p': 'too few sessions to tell how often hard clauses are kept',
  'within-delta': 'soft deviations stay within δ',
  'beyond-delta': 'a turn deviates by more than δ',
  'recovered-in-time': 'every soft violation was made good in time',
  'not-recovered-in-time': 'a soft violation was not made good within k turns',
  'recovery-window-open': 'a soft violation may still be made good',
  'nothing-judged': 'nothing was judged',
}

/** Nothing measured is not a perfect score. */
function percent(value: number | undefined): string {
  return value === undefined ? 'not measured' : `${(value * 100).toFixed(1)} %`
}

function decimal(value: number | undefined): string {
  return value === undefined ? 'not measured' : value.toFixed(3)
}
