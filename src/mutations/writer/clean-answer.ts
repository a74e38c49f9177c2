const FENCE = '```'
const THOUGHTS = ['think', 'thinking', 'reasoning']

/** One short line that announces what follows. */
const LEAD_LINE =
  /^(?:sure|certainly|of course|okay|ok|absolutely|here(?:'s|’s| is| are)|below is|rewritten|rephrased|paraphrased|mutated|modified|variant|variation|output|result|answer)\b[^\n]{0,120}:$/iu
const LABEL =
  /^(?:rewritten|rephrased|paraphrased|mutated|modified)(?: (?:message|prompt|text|version|request)){0,2}: ?/iu

const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '«': '»' }

/** The rewritten message in a model's answer, or nothing when the answer has none. */
export function cleanAnswer(answer: string, original: string): string | undefined {
  let text = withoutMarks(withoutThoughts(answer.trim()))
  text = withoutFence(withoutLeadIn(text), original)
  text = withoutQuotes(text, original).trim()
  return text === '' ? undefined : text
}

/** Reasoning models think aloud first; thoughts without an end have no answer behind them. */
function withoutThoughts(text: string): string {
  for (const tag of THOUGHTS) {
    if (!text.startsWith(`<${tag}>`)) continue
    const end = text.indexOf(`</${tag}>`)
    return end < 0 ? '' : text.slice(end + tag.length + 3).trim()
  }
  return text
}

/** The fence of the question, given back. */
function withoutMarks(text: string): string {
  const open = /^<message-[a-z0-9]{1,16}>/u.exec(text)?.[0]
  if (open === undefined) return text
  const close = `</${open.slice(1)}`
  return text.slice(open.length, text.endsWith(close) ? -close.length : undefined).trim()
}

function withoutLeadIn(text: string): string {
  const lineEnd = text.indexOf('\n')
  const first = (lineEnd < 0 ? text : text.slice(0, lineEnd)).slice(0, 200).trim()
  if (lineEnd >= 0 && LEAD_LINE.test(first)) return text.slice(lineEnd + 1).trim()
  const label = LABEL.exec(first)?.[0]
  return label === undefined ? text : text.slice(label.length).trim()
}

function withoutFence(text: string, original: string): string {
  if (original.startsWith(FENCE) || !text.startsWith(FENCE) || !text.endsWith(FENCE)) return text
  const line = text.indexOf('\n')
  return line < 0 ? text : text.slice(line + 1, -FENCE.length).trim()
}

function withoutQuotes(text: string, original: string): string {
  const close = QUOTES[text[0] ?? '']
  if (close === undefined || original.startsWith(text[0]!) || text.length < 2) return text
  const inner = text.slice(1, -1)
  // `"A" and "B"` begins and ends with a quotation mark too
  return text.endsWith(close) && !inner.includes(close) ? inner : text
}
