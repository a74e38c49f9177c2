import type { AskRecord } from './matrix/ask-record.ts'

/** What a run has learnt, one line at a time; enough to go on after a crash with nothing asked twice. */
export type JournalLine =
  | ({ readonly kind: 'ask' } & AskRecord)
  /** An answer without chaos: for the test of statefulness, and for checks that compare. */
  | { readonly kind: 'clean'; readonly key: string; readonly output?: string }

export interface Journal {
  /** What an earlier run of the same plan wrote, the oldest first. */
  earlier(): AsyncIterable<JournalLine>
  /** Returns when the line would survive the end of this process. */
  append(line: JournalLine): void
}

/** For runs that nobody wants to take up again. */
export const NO_JOURNAL: Journal = {
  async *earlier() {},
  append: () => undefined,
}
