import { RECORD_FORMAT, type SessionRecord } from '../../model/record.ts'
import { HoldfastError } from '../../kit/errors.ts'

/**
 * One record a line, with the batch it was written in: `"batch":"<id> <position>/<size>"`. Which lines count is
 * decided by the file alone, so that every reader agrees: a batch counts when it is complete and its first
 * record is later than every record before it. Of two processes that write the same seq at the same time, the
 * one whose lines the file system put first has won; the other reads so and tries again. A batch that a crash
 * cut short never counts.
 */
export function encodeBatch(id: string, records: readonly SessionRecord[]): string {
  const size = records.length
  return records
    .map((record, index) => {
      const batch = `${id} ${index + 1}/${size}`
      return `${JSON.stringify({ format: RECORD_FORMAT, batch, ...record })}\n`
    })
    .join('')
}

export interface Batch {
  readonly id: string
  readonly records: readonly SessionRecord[]
}

export interface BatchReader {
  /** The batch that begins to count with this line, if one does. */
  push(line: string): Batch | undefined
  readonly lastSeq: number
}

export function createBatchReader(file: string): BatchReader {
  let lastSeq = -1
  let open: { readonly id: string; readonly records: SessionRecord[] } | undefined
  let lineNumber = 0
  let damagedLine: number | undefined

  function complete(batch: Batch): Batch | undefined {
    const { records } = batch
    open = undefined
    const first = records[0]!.event.seq
    if (first <= lastSeq) return undefined
    // a cut-off line was never acknowledged and leaves no hole; a hole means that something was destroyed
    if (damagedLine !== undefined && first !== lastSeq + 1) throw damaged(file, damagedLine)
    damagedLine = undefined
    lastSeq = records.at(-1)!.event.seq
    return batch
  }

  return {
    push(line) {
      lineNumber += 1
      if (line === '') return undefined
      const parsed = decodeLine(line, file, lineNumber)
      if (parsed?.position === 1) open = { id: parsed.id, records: [] }
      if (parsed === undefined || open?.id !== parsed.id || open.records.length !== parsed.position - 1) {
        damagedLine ??= lineNumber
        open = undefined
        return undefined
      }
      open.records.push(parsed.record)
      return parsed.position === parsed.size ? complete(open) : undefined
    },
    get lastSeq() {
      return lastSeq
    },
  }
}

interface DecodedLine {
  readonly id: string
  readonly position: number
  readonly size: number
  readonly record: SessionRecord
}

function decodeLine(line: string, file: string, lineNumber: number): DecodedLine | undefined {
  const parsed = parseObject(line)
  if (parsed === undefined) return undefined
  const { format, batch, ...record } = parsed
  if (format !== RECORD_FORMAT)
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `\`${file}\` line ${lineNumber} is not \`${RECORD_FORMAT}\` but \`${String(format)}\``,
      'update holdfast if a newer version wrote it; nothing was changed in the file',
    )
  const [id = '', place = ''] = String(batch).split(' ')
  const [position = NaN, size = NaN] = place.split('/').map(Number)
  return { id, position, size, record: record as unknown as SessionRecord }
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(line)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function damaged(file: string, lineNumber: number): HoldfastError {
  return new HoldfastError(
    'HF_INVALID_FILE',
    `\`${file}\` line ${lineNumber} is damaged and records after it are missing`,
    'restore the line or move the file away; nothing was changed in it',
  )
}
