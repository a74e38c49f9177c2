import type { ClauseSource } from '../contract.ts'

/** A clause as read, still placed by offset; the loader turns that into a location in its file. */
export interface ClauseDraft extends Omit<ClauseSource, 'location' | 'id'> {
  /** Empty when the author gave none. */
  readonly id: string
  readonly offset: number
  /** For problems found once the whole file is read. */
  readonly path: string
}
