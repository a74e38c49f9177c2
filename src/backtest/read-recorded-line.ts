import { readEvent } from '../engine/index.ts'
import { VERDICTS, type Decision, type SessionRecord } from '../model/index.ts'
import { stepOf, type RecordedStep } from './recorded-session.ts'

export type LineResult =
  | { readonly ok: true; readonly step: RecordedStep }
  | { readonly ok: false; readonly reason: string; readonly hint?: string }

/** One line of a file: an event, or a whole record with its decision. */
export function readRecordedLine(line: string, index: number): LineResult {
  const record = recordIn(line)
  if (record === undefined) {
    const read = readEvent(line, index)
    return read.ok ? { ok: true, step: { event: read.event, mode: 'enforce', isFolded: false } } : read
  }
  const read = readEvent(JSON.stringify(record.event), index)
  if (!read.ok) return read
  if (!isDecision(record.decision))
    return { ok: false, reason: 'a record must have a `decision` with a `verdict` and `findings`' }
  return {
    ok: true,
    step: stepOf({
      ...record,
      event: read.event,
      mode: record.mode === 'shadow' ? 'shadow' : 'enforce',
      contract: isMap(record.contract) ? record.contract : UNKNOWN,
    }),
  }
}

const UNKNOWN: SessionRecord['contract'] = { name: '', version: '', hash: '' }

function recordIn(line: string): SessionRecord | undefined {
  try {
    const value = JSON.parse(line) as unknown
    // a line that is nothing of the kind is an event, and its reader says what is wrong with it
    return isMap(value) && isMap(value['event']) ? (value as unknown as SessionRecord) : undefined
  } catch {
    return undefined
  }
}

function isDecision(value: unknown): value is Decision {
  return (
    isMap(value) &&
    VERDICTS.some((verdict) => verdict === value['verdict']) &&
    Array.isArray(value['findings'])
  )
}

function isMap<Value>(value: Value): value is Value & Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
