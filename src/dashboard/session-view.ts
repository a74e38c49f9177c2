import { messageOf, remedyOf } from '../contract/index.ts'
import { addRecord, finish, startSession, type SessionState } from '../metrics/index.ts'
import type { Finding, SessionRecord } from '../model/index.ts'
import type { EventDetails, FindingView, Notable, SessionDetails, TurnPoint } from './data.ts'
import { excerptOf, type ReadFileText } from './excerpt.ts'

/** More would only be scrolled past. */
const MOST_NOTABLE = 5_000

/** The numbers and curves of a session, folded record by record so that a long one needs no memory. */
export class SessionFold {
  private state: SessionState = startSession()
  private readonly turns: TurnPoint[] = []
  private readonly notable: Notable[] = []
  private contract: SessionRecord['contract'] | undefined
  private total = 0

  add(record: SessionRecord): void {
    this.state = addRecord(this.state, record)
    this.contract = record.contract
    this.total += 1
    const [first] = record.decision.findings
    if (first !== undefined && this.notable.length < MOST_NOTABLE)
      this.notable.push({ seq: record.event.seq, verdict: record.decision.verdict, clause: first.clauseId })
    if (this.state.endedTurn !== undefined) this.turns.push(turnPoint(this.state))
  }

  details(id: string): SessionDetails {
    const { contract } = this
    return {
      id,
      total: this.total,
      ...(contract === undefined ? {} : { contract: { name: contract.name, version: contract.version } }),
      numbers: finish(this.state),
      turns: this.turns,
      notable: this.notable,
    }
  }
}

function turnPoint(state: SessionState): TurnPoint {
  const { reliability, cost } = finish(state)
  const { turn, drift, compliance } = state.endedTurn!
  return {
    turn,
    ...(reliability.theta === undefined ? {} : { theta: reliability.theta }),
    ...(drift.value === undefined ? {} : { drift: drift.value }),
    ...(compliance.total === undefined ? {} : { compliance: compliance.total }),
    ...(cost.totalUsd === undefined ? {} : { costUsd: cost.totalUsd }),
  }
}

export function eventDetails(record: SessionRecord, readText: ReadFileText): EventDetails {
  return { record, findings: record.decision.findings.map((finding) => findingView(finding, readText)) }
}

function findingView(finding: Finding, readText: ReadFileText): FindingView {
  const { clauseId, level, severity, verdict, evidence, location } = finding
  const remedy = remedyOf(finding)
  return {
    clause: clauseId,
    message: messageOf(finding),
    ...(remedy === undefined ? {} : { remedy }),
    level,
    severity,
    verdict,
    ...(evidence === undefined ? {} : { evidence: { in: evidence.in, text: evidence.text } }),
    where: excerptOf(location, readText),
  }
}
