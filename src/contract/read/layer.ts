import type { Located, SourceText } from '../../kit/source/index.ts'
import type { ClauseSource, Contract } from '../contract.ts'
import type { ContractDocument } from './document.ts'
import type { ClauseDraft } from './draft.ts'

/** One file's share of a contract, before anything it extends is merged in. */
export interface Layer {
  readonly dialect: Contract['dialect']
  readonly document: ContractDocument
  readonly clauses: readonly ClauseSource[]
  readonly source: SourceText
  readonly root: Located
}

export function placed(drafts: readonly ClauseDraft[], source: SourceText): readonly ClauseSource[] {
  return drafts.map(({ offset, path: _path, ...clause }) => ({
    ...clause,
    location: { file: source.file, ...source.positionOf(offset) },
  }))
}
