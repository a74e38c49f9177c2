export interface Verdict {
  readonly verdict: 'pass' | 'fail' | 'unclear'
  readonly reason: string
  readonly confidence: number | undefined
}

const MAX_REASON = 500
const FENCE = '```'

/**
 * Reads a judge's reply. The whole reply must be the object: an object found somewhere in prose could have been
 * quoted from the text under judgement, and that text has no say.
 */
export function readVerdict(reply: string): Verdict | undefined {
  const value = parsed(withoutFence(withoutThoughts(reply).trim()))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { verdict, reason, confidence } = value as Readonly<Record<string, unknown>>
  const word = typeof verdict === 'string' ? verdict.trim().toLowerCase() : undefined
  if (word !== 'pass' && word !== 'fail' && word !== 'unclear') return undefined
  return {
    verdict: word,
    reason: typeof reason === 'string' ? reason.slice(0, MAX_REASON) : '',
    confidence: typeof confidence === 'number' && confidence >= 0 && confidence <= 1 ? confidence : undefined,
  }
}

/** Some models think aloud first. */
function withoutThoughts(reply: string): string {
  const text = reply.trimStart()
  if (!text.startsWith('<think>')) return text
  const end = text.indexOf('</think>')
  return end < 0 ? text : text.slice(end + '</think>'.length)
}

function withoutFence(text: string): string {
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE)) return text
  const line = text.indexOf('\n')
  return line < 0 ? text : text.slice(line + 1, -FENCE.length)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
