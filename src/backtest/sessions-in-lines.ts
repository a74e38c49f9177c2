import { HoldfastError } from '../kit/errors.ts'
import { readRecordedLine } from './read-recorded-line.ts'
import type { RecordedSession, RecordedStep } from './recorded-session.ts'

/** The sessions of a file of events or records, which may be interleaved, in the order of their first lines. */
export async function sessionsInLines(
  lines: AsyncIterable<string>,
  file: string,
): Promise<readonly RecordedSession[]> {
  const sessions = new Map<string, RecordedStep[]>()
  let number = 0
  let index = 0
  for await (const line of lines) {
    number += 1
    if (line.trim() === '' || isHeader(line)) continue
    const read = readRecordedLine(line, index)
    if (!read.ok) throw new HoldfastError('HF_INVALID_FILE', `${file}:${number}:1  ${read.reason}`, read.hint)
    index += 1
    const { sessionId } = read.step.event
    const steps = sessions.get(sessionId)
    if (steps === undefined) sessions.set(sessionId, [numbered(read.step, 0)])
    else steps.push(numbered(read.step, steps.length))
  }
  return Array.from(sessions, ([sessionId, steps]) => ({ sessionId, steps }))
}

/** Written by hand, an event has no number; in a record it is the one that people know it by. */
function numbered(step: RecordedStep, seq: number): RecordedStep {
  return step.decision === undefined ? { ...step, event: { ...step.event, seq } } : step
}

/** A file may begin with a line that names its format. */
function isHeader(line: string): boolean {
  return /^\{"format":"holdfast\.(?:event|record)\/1"/u.test(line)
}
