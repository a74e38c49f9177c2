/** A value of a settings file with its place in the text, so that an edit touches nothing but itself. */
export type JsonNode =
  | {
      readonly kind: 'object'
      readonly start: number
      readonly end: number
      readonly members: readonly JsonMember[]
    }
  | {
      readonly kind: 'array'
      readonly start: number
      readonly end: number
      readonly items: readonly JsonItem[]
    }
  | {
      readonly kind: 'scalar'
      readonly start: number
      readonly end: number
      readonly value: string | number | boolean | null
    }

export interface JsonItem {
  readonly start: number
  readonly value: JsonNode
  readonly end: number
  /** Where the comma behind it stands, when there is one. */
  readonly comma?: number
}

export interface JsonMember extends JsonItem {
  readonly key: string
}

/** What keeps a text from being read, with the place people look for. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError'
  readonly line: number
  readonly column: number

  constructor(text: string, offset: number, message: string) {
    super(message)
    const before = text.slice(0, offset).split('\n')
    this.line = before.length
    this.column = before.at(-1)!.length + 1
  }
}

const MOST_NESTED = 200

/** JSON with comments and trailing commas, as editors and agents allow it in settings; anything else is refused. */
export function parseJsonText(text: string): JsonNode {
  const reader = new Reader(text)
  const root = reader.value(0)
  reader.skip()
  if (reader.at < text.length) reader.refuse('something follows the end of the value')
  return root
}

class Reader {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
    if (text.startsWith('\uFEFF')) this.at = 1
  }

  refuse(message: string, offset = this.at): never {
    throw new JsonTextError(this.text, offset, message)
  }

  /** Blanks and comments. */
  skip(): void {
    this.at = endOfBlank(this.text, this.at) ?? this.refuse('this comment does not end')
  }

  value(depth: number): JsonNode {
    if (depth > MOST_NESTED) this.refuse(`nested more than ${MOST_NESTED} levels deep`)
    this.skip()
    const first = this.text[this.at]
    if (first === '{') return this.object(depth)
    if (first === '[') return this.array(depth)
    const start = this.at
    const value = first === '"' ? this.string() : this.word()
    return { kind: 'scalar', start, end: this.at, value }
  }

  object(depth: number): JsonNode {
    const start = this.at
    const members: JsonMember[] = []
    this.at += 1
    for (;;) {
      this.skip()
      if (this.text[this.at] === '}') break
      const from = this.at
      if (this.text[this.at] !== '"') this.refuse('a key in double quotes, or `}`, must stand here')
      const key = this.string()
      this.skip()
      if (this.text[this.at] !== ':') this.refuse('`:` must stand here')
      this.at += 1
      const value = this.value(depth + 1)
      members.push({ key, ...this.closed(from, value, '}') })
    }
    this.at += 1
    return { kind: 'object', start, end: this.at, members }
  }

  array(depth: number): JsonNode {
    const start = this.at
    const items: JsonItem[] = []
    this.at += 1
    for (;;) {
      this.skip()
      if (this.text[this.at] === ']') break
      const from = this.at
      items.push(this.closed(from, this.value(depth + 1), ']'))
    }
    this.at += 1
    return { kind: 'array', start, end: this.at, items }
  }

  /** The end of an item and the comma behind it. */
  closed(start: number, value: JsonNode, bracket: string): JsonItem {
    const end = this.at
    this.skip()
    if (this.text[this.at] !== ',') {
      if (this.text[this.at] !== bracket) this.refuse(`\`,\` or \`${bracket}\` must stand here`)
      return { start, value, end }
    }
    this.at += 1
    return { start, value, end, comma: this.at - 1 }
  }

  string(): string {
    const start = this.at
    for (let index = start + 1; index < this.text.length; index += 1) {
      if (this.text[index] === '\\') index += 1
      else if (this.text[index] === '"') {
        this.at = index + 1
        return this.parsed(start) as string
      }
    }
    return this.refuse('this string does not end', start)
  }

  word(): string | number | boolean | null {
    const start = this.at
    while (this.at < this.text.length && /[-+.0-9A-Za-z]/u.test(this.text[this.at]!)) this.at += 1
    if (this.at === start)
      this.refuse(this.at >= this.text.length ? 'the text ends too early' : 'no value stands here')
    return this.parsed(start) as number | boolean | null
  }

  parsed(start: number): unknown {
    try {
      return JSON.parse(this.text.slice(start, this.at))
    } catch {
      return this.refuse('this is not a value of JSON', start)
    }
  }
}

/** Where blanks and comments from here on end; nothing when a comment has no end. */
export function endOfBlank(text: string, from: number): number | undefined {
  let at = from
  for (;;) {
    while (at < text.length && /[ \t\r\n]/u.test(text[at]!)) at += 1
    if (text.startsWith('//', at)) at = endOfLine(text, at)
    else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2)
      if (end < 0) return undefined
      at = end + 2
    } else return at
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** The plain value of a node. */
export function valueOf(node: JsonNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value
    case 'array':
      return node.items.map(({ value }) => valueOf(value))
    case 'object':
      return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]))
  }
}

export function memberOf(node: JsonNode, key: string): JsonMember | undefined {
  // of a key written twice the last one counts, as it does for everybody who reads JSON
  return node.kind === 'object' ? node.members.findLast((member) => member.key === key) : undefined
}
