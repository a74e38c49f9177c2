import { didYouMean } from '../../kit/nearest-name.ts'
import type { JsonValue } from '../../model/index.ts'
import { contentText, type Scene } from './scene.ts'
import { SLOTS, slotValue, type Slot, type SlotName } from './slots.ts'

/** A text with holes; what fills a hole is never looked at for further holes. */
export type Template = readonly (string | Slot)[]

export type TemplateResult =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly reason: string; readonly hint?: string | undefined }

const OPEN = '{{'
const CLOSE = '}}'
/** Written for a `{{` that is meant as it stands. */
const LITERAL_OPEN = '{{{{'

export function compileTemplate(source: string): TemplateResult {
  const parts: (string | Slot)[] = []
  let literal = ''
  let from = 0
  for (let open = source.indexOf(OPEN); open >= 0; open = source.indexOf(OPEN, from)) {
    literal += source.slice(from, open)
    if (source.startsWith(LITERAL_OPEN, open)) {
      literal += OPEN
      from = open + LITERAL_OPEN.length
      continue
    }
    const close = source.indexOf(CLOSE, open)
    if (close < 0) return { ok: false, reason: 'has a `{{` without its `}}`', hint: LITERAL_HINT }
    const slot = readSlot(source.slice(open + OPEN.length, close).trim())
    if ('reason' in slot) return { ok: false, ...slot }
    if (literal !== '') parts.push(literal)
    parts.push(slot)
    literal = ''
    from = close + CLOSE.length
  }
  literal += source.slice(from)
  if (literal !== '') parts.push(literal)
  return { ok: true, template: parts }
}

const LITERAL_HINT = 'for the two braces themselves write `{{{{`'

/** `name`, `name:tool`, `name.path.into.it`, each with `|fallback` behind it. */
function readSlot(written: string): Slot | { readonly reason: string; readonly hint?: string } {
  const bar = written.indexOf('|')
  const head = (bar < 0 ? written : written.slice(0, bar)).trim()
  const [named = '', ...path] = head.split('.')
  const [name = '', ...tool] = named.split(':')
  if (!Object.hasOwn(SLOTS, name))
    return {
      reason: `names \`{{${name.slice(0, 40)}}}\`, which is not a value of the conversation`,
      hint: `${didYouMean(name, Object.keys(SLOTS)) ?? ''}; ${LITERAL_HINT}`,
    }
  if (tool.length > 0 && name !== 'tool_result')
    return { reason: `puts a tool behind \`${name}\``, hint: 'only `tool_result:<tool>` names one' }
  return {
    name: name as SlotName,
    ...(tool.length > 0 && { tool: tool.join(':') }),
    path,
    ...(bar >= 0 && { fallback: written.slice(bar + 1).trim() }),
  }
}

export function renderText(template: Template, scene: Scene): string {
  return render(template, scene, (text) => text)
}

/** For a text that is itself JSON: what is filled in stays inside the quotes it stands in. */
export function renderInsideJson(template: Template, scene: Scene): string {
  return render(template, scene, (text) => JSON.stringify(text).slice(1, -1))
}

function render(template: Template, scene: Scene, escaped: (text: string) => string): string {
  return template
    .map((part) => (typeof part === 'string' ? part : escaped(contentText(slotValue(part, scene) ?? ''))))
    .join('')
}

/** A value that is one hole and nothing else keeps the type of what fills it, so that numbers stay numbers. */
export function renderValue(template: Template, scene: Scene): JsonValue {
  const [only] = template
  if (template.length !== 1 || only === undefined || typeof only === 'string')
    return renderText(template, scene)
  return slotValue(only, scene) ?? null
}
