import { SOME_NAME } from './symbols.ts'

// a brace expansion that gives more words than this is not enumerated
const MOST_WORDS = 128

/**
 * The words `a{b,c}d` and `{1..4}` stand for, as script text that still has its quotes; `undefined` when they
 * are too many to list.
 */
export function expandBraces(source: string): readonly string[] | undefined {
  const done: string[] = []
  const pending = [source]
  for (let word = pending.pop(); word !== undefined; word = pending.pop()) {
    const alternatives = expandFirst(word)
    if (alternatives === undefined) done.push(word)
    else pending.push(...alternatives.reverse())
    if (done.length + pending.length > MOST_WORDS) return undefined
  }
  return done
}

/** Expands the first brace group that is one; `undefined` when the word has none. */
function expandFirst(word: string): string[] | undefined {
  for (let open = nextOpen(word, 0); open >= 0; open = nextOpen(word, open + 1)) {
    const group = readGroup(word, open)
    if (group === undefined) continue
    const before = word.slice(0, open)
    const after = word.slice(group.end)
    return group.items.map((item) => before + item + after)
  }
  return undefined
}

/** Position after the quoted or escaped stretch that starts at `at`, or `at` itself. */
function skipQuoted(word: string, at: number): number {
  const char = word[at]
  if (char === '\\') return at + 2
  if (char === "'" || char === '"') {
    let end = at + 1
    while (end < word.length && word[end] !== char) end += char === '"' && word[end] === '\\' ? 2 : 1
    return end + 1
  }
  return at
}

function nextOpen(word: string, from: number): number {
  for (let at = from; at < word.length;) {
    const past = skipQuoted(word, at)
    if (past > at) at = past
    else if (word[at] === '$' && word[at + 1] === '{') at = word.indexOf('}', at) + 1 || word.length
    else if (word[at] === '{') return at
    else at += 1
  }
  return -1
}

function readGroup(
  word: string,
  open: number,
): { readonly items: string[]; readonly end: number } | undefined {
  const items: string[] = []
  let depth = 0
  let start = open + 1
  for (let at = open; at < word.length;) {
    const past = skipQuoted(word, at)
    if (past > at) {
      at = past
      continue
    }
    const char = word[at]
    if (char === '{') depth += 1
    if (char === '}') depth -= 1
    if (char === ',' && depth === 1) {
      items.push(word.slice(start, at))
      start = at + 1
    }
    if (depth === 0) {
      const last = word.slice(start, at)
      if (items.length > 0) return { items: [...items, last], end: at + 1 }
      const range = expandRange(last)
      return range && { items: range, end: at + 1 }
    }
    at += 1
  }
  return undefined
}

function expandRange(body: string): string[] | undefined {
  const [first, last, ...rest] = body.split('..')
  if (first === undefined || last === undefined || rest.length > 1) return undefined
  const areNumbers = /^-?\d{1,9}$/u.test(first) && /^-?\d{1,9}$/u.test(last)
  const areLetters = /^[A-Za-z]$/u.test(first) && /^[A-Za-z]$/u.test(last)
  if (!areNumbers && !areLetters) return undefined
  const from = areNumbers ? Number(first) : first.codePointAt(0)!
  const to = areNumbers ? Number(last) : last.codePointAt(0)!
  if (Math.abs(to - from) >= MOST_WORDS / 2) return [SOME_NAME]
  const step = (to >= from ? 1 : -1) * Math.max(1, Math.abs(Number(rest[0] ?? 1)) || 1)
  const out: string[] = []
  for (let value = from; step > 0 ? value <= to : value >= to; value += step)
    out.push(areNumbers ? String(value) : String.fromCodePoint(value))
  return out
}
