import type { ReplyEdit } from './model-action.ts'
import { firstWords } from './words.ts'

/** Edits that change what a reply says; the others are about how it arrives. */
export type TextEdit = Extract<ReplyEdit, { kind: 'truncate' | 'empty' | 'garbage' | 'rewrite-text' }>

type Editors = {
  readonly [Kind in TextEdit['kind']]: (
    text: string,
    edit: Extract<TextEdit, { readonly kind: Kind }>,
  ) => string
}

const EDITORS: Editors = {
  truncate: (text, { maxTokens }) => firstWords(text, maxTokens),
  empty: () => '',
  garbage: (_text, { text: garbage }) => garbage,
  'rewrite-text': (text, { rewrite }) => rewrite(text),
}

export function isTextEdit(edit: ReplyEdit): edit is TextEdit {
  return Object.hasOwn(EDITORS, edit.kind)
}

export function editedText(text: string, edit: TextEdit): string {
  // the kind picks the editor that takes exactly this edit
  const editor = EDITORS[edit.kind] as (text: string, edit: TextEdit) => string
  return editor(text, edit)
}
