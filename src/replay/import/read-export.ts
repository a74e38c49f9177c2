import { HoldfastError } from '../../kit/errors.ts'
import type { ReplaySession } from '../replay-session.ts'
import { looksLikeLangsmith, replaysOfLangsmith } from './from-langsmith.ts'
import { replayOfMessages } from './from-messages.ts'
import { looksLikeOtel, replaysOfOtel } from './from-otel.ts'

/** Sessions in a file of another tool; which one it is, the file itself tells. */
export function readExport(file: string, text: string): readonly ReplaySession[] {
  const values = parsed(file, text)
  const sessions = values.flatMap((value, index) => sessionsIn(value, nameOf(file, index, values.length)))
  if (sessions.length > 0) return sessions
  throw new HoldfastError(
    'HF_FILE',
    `\`${file}\` holds no conversation that could be asked again`,
    'known are OpenTelemetry traces (OTLP JSON), LangSmith runs, and lists of messages with `role` and `content`',
  )
}

function sessionsIn(value: unknown, id: string): readonly ReplaySession[] {
  if (looksLikeOtel(value)) return replaysOfOtel(value)
  if (looksLikeLangsmith(value)) return replaysOfLangsmith(value)
  const replay = replayOfMessages(id, value)
  return replay === undefined ? [] : [replay]
}

/** One JSON value, or one a line. */
function parsed(file: string, text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)]
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    try {
      if (lines.length > 1) return lines.map((line) => JSON.parse(line) as unknown)
    } catch {
      // the first complaint is about the whole file and the better one
    }
    throw new HoldfastError('HF_FILE', `\`${file}\` is not JSON: ${(error as Error).message}`)
  }
}

function nameOf(file: string, index: number, total: number): string {
  const name = file
    .split('/')
    .at(-1)!
    .replace(/\.jsonl?$/u, '')
  return total === 1 ? name : `${name}-${index + 1}`
}
