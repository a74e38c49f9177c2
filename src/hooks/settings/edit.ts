import { memberOf, parseJsonText, type JsonItem, type JsonNode } from './jsonc.ts'

/** How a file is written: one step of indentation, and how its lines end. */
interface Manner {
  readonly unit: string
  readonly newline: string
}

type Container = Extract<JsonNode, { kind: 'object' | 'array' }>

/** Adds an item at the end of a list or, with a key, a member at the end of an object; nothing else changes. */
export function inserted(text: string, container: Container, value: unknown, key?: string): string {
  const manner = mannerOf(text)
  const items = itemsOf(container)
  const last = items.at(-1)
  const own = last === undefined ? undefined : indentOf(text, last.start)
  const isInline = last !== undefined && own === undefined
  const outer = lineIndent(text, container.start)
  const indent = own ?? `${outer}${manner.unit}`
  const prefix = key === undefined ? '' : `${JSON.stringify(key)}: `
  const written = isInline
    ? `${prefix}${JSON.stringify(value)}`
    : `${prefix}${JSON.stringify(value, undefined, manner.unit).replaceAll('\n', `${manner.newline}${indent}`)}`
  if (last === undefined) {
    const inner = text.slice(container.start + 1, container.end - 1).trimEnd()
    const head = text.slice(0, container.start + 1) + inner
    return `${head}${manner.newline}${indent}${written}${manner.newline}${outer}${text.slice(container.end - 1)}`
  }
  const from = last.comma === undefined ? last.end : last.comma + 1
  const at = endOfRemark(text, from)
  // what follows a `//` remark on its line would be part of it
  const staysOnLine = isInline && !text.slice(from, at).includes('//')
  const gap = staysOnLine ? ' ' : `${manner.newline}${indent}`
  const [before, behind] = last.comma === undefined ? [',', ''] : ['', ',']
  return `${text.slice(0, from)}${before}${text.slice(from, at)}${gap}${written}${behind}${text.slice(at)}`
}

/** Takes an item out, with its comma and its line. */
export function removed(text: string, container: Container, item: JsonItem): string {
  const items = itemsOf(container)
  const index = items.indexOf(item)
  const end = item.comma === undefined ? item.end : item.comma + 1
  let start = item.start
  while (start > 0 && /[ \t]/u.test(text[start - 1]!)) start -= 1
  if (text[start - 1] === '\n') start -= text[start - 2] === '\r' ? 2 : 1
  const before = index === items.length - 1 ? items[index - 1]?.comma : undefined
  // the last one leaves the comma of the one before it behind, unless that is how the file is written
  if (before === undefined || item.comma !== undefined)
    return closedUp(text.slice(0, start) + text.slice(end), container.start)
  return text.slice(0, before) + text.slice(before + 1, start) + text.slice(end)
}

/** A list that lost its only item is written `[]` again. */
function closedUp(text: string, start: number): string {
  const close = text[start] === '{' ? '}' : ']'
  const rest = /^[ \t\r\n]*/u.exec(text.slice(start + 1))![0].length
  return text[start + 1 + rest] === close ? text.slice(0, start + 1) + text.slice(start + 1 + rest) : text
}

/** The node at a path of keys, made of empty objects and, at the end, `leaf` where it is missing. */
export function ensured(text: string, path: readonly string[], leaf: unknown): string {
  let result = text
  for (let depth = 1; depth <= path.length; depth += 1) {
    const parent = nodeAt(parseJsonText(result), path.slice(0, depth - 1))
    const key = path[depth - 1]!
    if (parent?.kind !== 'object')
      throw new TypeError(`\`${path.slice(0, depth - 1).join('.')}\` is not an object`)
    if (memberOf(parent, key) === undefined)
      result = inserted(result, parent, depth === path.length ? leaf : {}, key)
  }
  return result
}

export function nodeAt(root: JsonNode, path: readonly string[]): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>((node, key) => node && memberOf(node, key)?.value, root)
}

function itemsOf(container: Container): readonly JsonItem[] {
  return container.kind === 'object' ? container.members : container.items
}

/** Behind a remark on the same line, which belongs to what stands before it. */
function endOfRemark(text: string, from: number): number {
  const line = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?/u.exec(text.slice(from))![0]
  return line.trim() === '' ? from : from + line.length
}

/** The blanks in front of an item that begins its line. */
function indentOf(text: string, start: number): string | undefined {
  const line = text.lastIndexOf('\n', start - 1) + 1
  const before = text.slice(line, start)
  return line > 0 && before.trim() === '' ? before : undefined
}

function lineIndent(text: string, start: number): string {
  const line = text.lastIndexOf('\n', start - 1) + 1
  return /^[ \t]*/u.exec(text.slice(line))![0]
}

function mannerOf(text: string): Manner {
  const root = parseJsonText(text)
  const first = root.kind === 'object' ? root.members[0] : undefined
  const unit = first === undefined ? undefined : indentOf(text, first.start)
  return {
    unit: unit === undefined || unit === '' ? '  ' : unit,
    newline: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
