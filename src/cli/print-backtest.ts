import { speakersOf, type BacktestTotals, type Flip, type SessionBacktest } from '../backtest/index.ts'
import { messageOf, type Contract } from '../contract/index.ts'
import { gistOf } from '../dashboard/gist.ts'
import type { Decision } from '../model/index.ts'
import { counted } from './counted.ts'
import type { CliIo } from './io.ts'
import { paintFor, paintVerdict, shown } from './paint.ts'
import { findingJson } from './print-decisions.ts'

export function flipJson(sessionId: string, { event, before, after, doubt }: Flip): Record<string, unknown> {
  const sideOf = (decision: Decision | undefined) => ({
    verdict: decision?.verdict ?? 'allow',
    findings: speakersOf(decision).map(findingJson),
  })
  return {
    sessionId,
    seq: event.seq,
    kind: event.kind,
    event: gistOf(event),
    old: { ...sideOf(before), recorded: before !== undefined },
    new: sideOf(after),
    certain: doubt === undefined,
    ...(doubt === undefined ? {} : { doubt }),
  }
}

export function backtestJson(contract: string, totals: BacktestTotals): Record<string, unknown> {
  const { compliance, clauses, ...counts } = totals
  return {
    contract,
    ...counts,
    compliance: { old: compliance.before, new: compliance.after },
    clauses: clauses.map(({ clauseId, contract: side, location, flips }) => ({
      clause: clauseId,
      contract: side,
      file: location.file,
      line: location.line,
      flips,
    })),
  }
}

const DOUBTS = {
  counterfactual: 'counterfactual: an earlier flip would have changed the session',
  redacted: 'not certain: what was redacted before this is not in the record',
} as const

export function printFlips({ sessionId, flips }: SessionBacktest, io: CliIo): void {
  if (flips.length === 0) return
  const paint = paintFor(io)
  const width = Math.max(40, io.columns - 42)
  io.out(`${paint.bold(shown(sessionId))}\n`)
  for (const { event, before, after, doubt } of flips) {
    const verdicts = `${paintVerdict(paint, before?.verdict ?? 'allow')} → ${paintVerdict(paint, after.verdict)}`
    io.out(
      `${String(event.seq).padStart(5)}  ${verdicts}  ${event.kind}  ${paint.dim(shown(gistOf(event), width))}\n`,
    )
    io.out(`         was  ${before === undefined ? 'not recorded' : saidBy(before, io)}\n`)
    io.out(`         now  ${saidBy(after, io)}\n`)
    if (doubt !== undefined) io.out(`         ${paint.yellow(DOUBTS[doubt])}\n`)
  }
  io.out('\n')
}

function saidBy(decision: Decision, io: CliIo): string {
  const paint = paintFor(io)
  const said = speakersOf(decision).map(
    (finding) =>
      `${paint.bold(finding.clauseId)}: ${shown(messageOf(finding), 400)}  ${paint.dim(`${finding.location.file}:${finding.location.line}`)}`,
  )
  return said.length === 0 ? 'no clause objects' : said.join('\n              ')
}

export function printBacktest(contract: Contract, totals: BacktestTotals, io: CliIo): void {
  const paint = paintFor(io)
  const { sessions, judged, folded, compared, flips, unchanged, hidden, unasked } = totals
  io.out(
    `${paint.bold(contract.name)}  ${counted(sessions, 'session')}, ${counted(judged, 'event')} judged${folded > 0 ? `, ${folded} told again in history and folded` : ''}\n`,
  )
  const count = flips.total === 0 ? paint.green('none') : paint.red(String(flips.total))
  io.out(
    `  flips        ${count}${flips.total === 0 ? '' : ` · to deny ${flips.toDeny} · to allow ${flips.toAllow} · other ${flips.other}`} · unchanged ${unchanged}\n`,
  )
  printClauses(totals, io)
  io.out(`  compliance   ${complianceLine(totals)}\n`)
  if (flips.certain < flips.total)
    io.out(
      `  certainty    ${flips.certain} of ${flips.total} are certain; behind one that changes what happens, a session would have gone on differently\n`,
    )
  if (hidden > 0)
    io.out(
      `  redacted     ${counted(hidden, 'decision')} cannot be compared: what was redacted is not in the record\n`,
    )
  if (unasked > 0)
    io.out(`  judges       ${counted(unasked, 'turn')} would have been put to a judge; none was asked\n`)
  if (compared < judged)
    io.out(
      `  recorded     ${counted(judged - compared, 'event')} came without a decision and counted as allowed; --old <contract> compares with a contract instead\n`,
    )
}

function printClauses({ clauses }: BacktestTotals, io: CliIo): void {
  const paint = paintFor(io)
  clauses.forEach(({ clauseId, contract, location, flips }, index) =>
    io.out(
      `  ${(index === 0 ? 'by clause' : '').padEnd(11)}  ${paint.bold(clauseId)} ${contract === 'old' ? 'no longer decides' : 'decides'} ${flips}  ${paint.dim(`${location.file}:${location.line}`)}\n`,
    ),
  )
}

function complianceLine({ compliance: { before, after } }: BacktestTotals): string {
  if (after.hard === undefined && after.soft === undefined)
    return 'not measured, because no turn ended in these sessions'
  const change = (level: 'hard' | 'soft') => `${level} ${percent(before[level])} → ${percent(after[level])}`
  return `${change('hard')} · ${change('soft')}`
}

/** Nothing measured is not a perfect score. */
function percent(share: number | undefined): string {
  return share === undefined ? 'not measured' : `${(share * 100).toFixed(1)} %`
}
