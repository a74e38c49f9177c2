import type { JsonObject, JsonValue } from '../model/index.ts'
import { listOf } from './loose-json.ts'
import type { EditedBody, OfferedTool, RequestEdit, WithheldCall } from './request.ts'

/** What a format must be able to do to a request. Each function gives the same object back when nothing changes. */
export interface RequestEditor {
  /** The key of the list of messages. */
  readonly messagesKey: string
  keepTools(body: JsonObject, keep: (tool: OfferedTool) => boolean): JsonObject
  addGuidance(body: JsonObject, text: string): JsonObject
  elideResults(entry: JsonValue, placeholder: string): JsonValue
  reportUsage?(body: JsonObject): JsonObject
  answerWithheld?(body: JsonObject, calls: readonly WithheldCall[], message: string): JsonObject
}

/** Positions are those of the request as it came, so edits of messages go first, and drops last among them. */
const ORDER = {
  'elide-results': 0,
  'drop-messages': 1,
  'answer-withheld': 2,
  'keep-tools': 3,
  'add-guidance': 4,
  'report-usage': 5,
} as const satisfies Record<RequestEdit['kind'], number>

export function editRequest(
  editor: RequestEditor,
  body: JsonObject,
  edits: readonly RequestEdit[],
): EditedBody {
  const edited = joinDrops(edits)
    .sort((left, right) => ORDER[left.kind] - ORDER[right.kind])
    .reduce((sofar, edit) => applyEdit(editor, sofar, edit), body)
  return { body: edited, changed: edited !== body }
}

/** Two drops become one, because the first would move what the second names. */
function joinDrops(edits: readonly RequestEdit[]): RequestEdit[] {
  const others = edits.filter(({ kind }) => kind !== 'drop-messages')
  const messages = edits.flatMap((edit) => (edit.kind === 'drop-messages' ? edit.messages : []))
  return messages.length === 0 ? others : [...others, { kind: 'drop-messages', messages }]
}

type Steps = {
  readonly [Kind in RequestEdit['kind']]: (
    editor: RequestEditor,
    body: JsonObject,
    edit: Extract<RequestEdit, { readonly kind: Kind }>,
  ) => JsonObject
}

const STEPS: Steps = {
  'keep-tools': (editor, body, { keep }) => editor.keepTools(body, keep),
  'add-guidance': (editor, body, { text }) => (text.trim() === '' ? body : editor.addGuidance(body, text)),
  'elide-results': (editor, body, { message, placeholder }) =>
    replaceMessage(body, editor.messagesKey, message, (entry) => editor.elideResults(entry, placeholder)),
  'drop-messages': (editor, body, { messages }) => dropMessages(body, editor.messagesKey, new Set(messages)),
  'report-usage': (editor, body) => editor.reportUsage?.(body) ?? body,
  'answer-withheld': (editor, body, { calls, message }) =>
    editor.answerWithheld?.(body, calls, message) ?? body,
}

function applyEdit(editor: RequestEditor, body: JsonObject, edit: RequestEdit): JsonObject {
  // the kind picks the step that takes exactly this edit
  const step = STEPS[edit.kind] as (editor: RequestEditor, body: JsonObject, edit: RequestEdit) => JsonObject
  return step(editor, body, edit)
}

function replaceMessage(
  body: JsonObject,
  key: string,
  position: number,
  change: (entry: JsonValue) => JsonValue,
): JsonObject {
  const messages = listOf(body[key])
  const entry = messages[position]
  if (entry === undefined) return body
  const changed = change(entry)
  return changed === entry ? body : { ...body, [key]: messages.with(position, changed) }
}

function dropMessages(body: JsonObject, key: string, dropped: ReadonlySet<number>): JsonObject {
  const messages = listOf(body[key])
  const kept = messages.filter((_, position) => !dropped.has(position))
  return kept.length === messages.length ? body : { ...body, [key]: kept }
}
