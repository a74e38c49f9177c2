import type { Redaction, Rewrite } from '../model/index.ts'
import type { DecodedReply, ReplyEdit } from '../wire/reply.ts'

/** Redactions are places in the joined text of a reply; edits name its blocks one by one. */
export function textEdits({ texts }: DecodedReply, rewrites: readonly Rewrite[]): readonly ReplyEdit[] {
  const redactions = rewrites
    .flatMap((rewrite) => (rewrite.kind === 'redact' ? rewrite.redactions : []))
    .sort((left, right) => left.start - right.start || right.end - left.end)
  if (redactions.length === 0) return []
  const starts = blockStarts(texts)
  return texts.flatMap(({ text }, index) => {
    const replaced = replacedBlock(text, starts[index]!, redactions)
    return replaced === text ? [] : [{ kind: 'replace-text' as const, text: index, with: replaced }]
  })
}

/** Where each block stands in the text that was judged: joined inside a choice, choices on lines of their own. */
function blockStarts(texts: DecodedReply['texts']): readonly number[] {
  const lengths = new Map<number, number>()
  for (const { choice, text } of texts) lengths.set(choice, (lengths.get(choice) ?? 0) + text.length)
  const next = new Map<number, number>()
  let start = 0
  for (const [choice, length] of lengths) {
    next.set(choice, start)
    start += length + 1
  }
  return texts.map(({ choice, text }) => {
    const at = next.get(choice)!
    next.set(choice, at + text.length)
    return at
  })
}

/** A marker stands where its value began; a block into which the value reaches only loses that part. */
function replacedBlock(text: string, start: number, redactions: readonly Redaction[]): string {
  let result = ''
  let from = 0
  for (const redaction of redactions) {
    const [first, last] = [redaction.start - start, redaction.end - start]
    if (last <= from || first >= text.length) continue
    if (first >= from) result += text.slice(from, first) + redaction.marker
    from = Math.min(text.length, last)
  }
  return result + text.slice(from)
}
