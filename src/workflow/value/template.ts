import type { JsonValue } from '../../model/index.ts'
import { stepInto } from './context-path.ts'
import { textOf } from './json-text.ts'

export interface Placeholder {
  readonly path: string
  readonly segments: readonly string[]
  /** Where `{{` stands in the template. */
  readonly at: number
}

/** Text with `{{ path }}` in it, taken apart once. */
export interface Template {
  readonly text: string
  readonly parts: readonly (string | Placeholder)[]
  /** A `{{` that nothing closes is copied as it stands. */
  readonly unclosedAt?: number
}

export function templateOf(text: string): Template {
  const parts: (string | Placeholder)[] = []
  let from = 0
  for (;;) {
    const open = text.indexOf('{{', from)
    const close = open < 0 ? -1 : text.indexOf('}}', open + 2)
    if (open < 0 || close < 0) {
      if (from < text.length) parts.push(text.slice(from))
      return { text, parts, ...(open >= 0 && { unclosedAt: open }) }
    }
    if (open > from) parts.push(text.slice(from, open))
    const path = text.slice(open + 2, close).trim()
    parts.push({ path, segments: path === '' ? [] : path.split('.'), at: open })
    from = close + 2
  }
}

export function placeholdersOf(template: Template): readonly Placeholder[] {
  return template.parts.filter((part) => typeof part !== 'string')
}

/** Paths lead into `data`; `{{}}` is all of it, and a path that leads nowhere stays as it was written. */
export function render(template: Template, data: JsonValue): string {
  let result = ''
  for (const part of template.parts) {
    if (typeof part === 'string') result += part
    else {
      const value = stepInto(data, part.segments)
      result += value === undefined ? `{{${part.path}}}` : textOf(value)
    }
  }
  return result
}
