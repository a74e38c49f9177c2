import { isAlias, isMap, isPair, isScalar, isSeq, parseDocument, type Document, type Node } from 'yaml'
import type { Located, LocatedEntry } from './located.ts'
import { problemIn, type Problem, type RawProblem } from './problem.ts'
import { secondDocument } from './second-document.ts'
import type { SourceText } from './source-text.ts'

/** Above this a document is a bomb or not a document of ours; anchors count each time they are used. */
const MAX_NODES = 200_000
const MAX_DEPTH = 200
const MAX_PROBLEMS = 20

export interface ParsedDocument {
  /** Absent when anything is wrong with the text itself. */
  readonly root?: Located
  /** What could be read in spite of that, to look for more problems in; never to be acted on. */
  readonly inSpite?: Located
  readonly problems: readonly Problem[]
}

/** Reads YAML 1.2 or JSON. Never throws; every syntax problem comes with its place. */
export function parseYaml(source: SourceText): ParsedDocument {
  const binary = findBinary(source.text)
  if (binary !== undefined) return { problems: [problemIn(source, binary)] }
  const deep = findDepth(source.text)
  if (deep !== undefined) return { problems: [problemIn(source, deep)] }
  try {
    return parse(source)
  } catch (error) {
    // the parser recurses, so a document nested in a way `findDepth` cannot see may still exhaust the stack
    const tooDeep = error instanceof RangeError
    const message = tooDeep
      ? 'the document is nested too deeply'
      : `not readable as YAML: ${(error as Error).message.split('\n')[0]}`
    return {
      problems: [problemIn(source, { code: tooDeep ? 'too-deep' : 'syntax', path: '', offset: 0, message })],
    }
  }
}

function parse(source: SourceText): ParsedDocument {
  const document = parseDocument(source.text, {
    version: '1.2',
    uniqueKeys: true,
    prettyErrors: false,
    logLevel: 'silent',
    stringKeys: false,
  })
  const faults = [...document.errors, ...document.warnings].slice(0, MAX_PROBLEMS)
  const problems = faults.map((fault) => problemIn(source, syntaxProblem(fault)))
  if (faults.some(({ code }) => code !== 'DUPLICATE_KEY')) return { problems }
  if (document.contents === null)
    return {
      problems: [
        problemIn(source, {
          code: 'empty-file',
          path: '',
          offset: 0,
          message: 'the file is empty',
          hint: 'start from a template: `holdfast template safety-minimal`',
        }),
      ],
    }
  const locate = locator(document)
  const root = locate.node(document.contents, 0)
  if (locate.problem !== undefined) return { problems: [...problems, problemIn(source, locate.problem)] }
  const second = secondDocument(source.text, root.end)
  if (second !== undefined) problems.push(problemIn(source, second))
  return problems.length === 0 ? { root, problems } : { inSpite: root, problems }
}

function syntaxProblem(fault: { code: string; message: string; pos: [number, number] }): RawProblem {
  // the parser catches its own stack overflow and reports it as if it were a syntax error
  if (fault.message.toLowerCase().includes('call stack'))
    return { code: 'too-deep', path: '', offset: fault.pos[0], message: 'the document is nested too deeply' }
  const duplicate = fault.code === 'DUPLICATE_KEY'
  return {
    code: duplicate ? 'duplicate-key' : 'syntax',
    path: '',
    offset: fault.pos[0],
    message: duplicate
      ? 'this key stands twice in the same mapping'
      : `not valid YAML: ${firstSentence(fault.message)}`,
    hint: duplicate ? 'remove or rename one of the two' : hintFor(fault.code),
  }
}

function firstSentence(message: string): string {
  const line = message.split('\n')[0] ?? message
  return line.charAt(0).toLowerCase() + line.slice(1)
}

function hintFor(code: string): string | undefined {
  if (code === 'TAB_AS_INDENT') return 'indent with spaces'
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY')
    return 'check the indentation, and quote text that contains `: `'
  if (code === 'TAG_RESOLVE_FAILED') return 'custom tags are not read; write plain values'
  return undefined
}

function locator(document: Document.Parsed) {
  let count = 0
  let problem: RawProblem | undefined
  const refuse = (raw: RawProblem): Located => {
    problem ??= raw
    return { kind: 'scalar', value: null, written: '', start: raw.offset, end: raw.offset }
  }

  function node(found: Node | null, depth: number): Located {
    const [start, end] = found?.range ?? [0, 0]
    count += 1
    if (problem !== undefined) return refuse(problem)
    if (count > MAX_NODES)
      return refuse({
        code: 'too-many-values',
        path: '',
        offset: start,
        message: `the document expands to more than ${MAX_NODES} values`,
        hint: 'anchors that refer to anchors multiply; write the values out',
      })
    if (depth > MAX_DEPTH)
      return refuse({
        code: 'too-deep',
        path: '',
        offset: start,
        message: `the document is nested more than ${MAX_DEPTH} levels deep`,
      })
    if (isAlias(found)) {
      const target = found.resolve(document)
      return target === undefined
        ? refuse({
            code: 'syntax',
            path: '',
            offset: start,
            message: `no anchor is called \`${found.source}\``,
          })
        : node(target, depth + 1)
    }
    if (isSeq(found))
      return { kind: 'list', items: found.items.map((item) => node(item as Node, depth + 1)), start, end }
    if (isMap(found))
      return { kind: 'map', entries: found.items.flatMap((pair) => entries(pair, depth, start)), start, end }
    if (isScalar(found)) {
      const value = found.value
      const plain =
        typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
      return {
        kind: 'scalar',
        value: plain ? value : null,
        written: found.source ?? (plain ? String(value ?? '') : ''),
        start,
        end,
      }
    }
    return { kind: 'scalar', value: null, written: '', start, end }
  }

  function entries(pair: unknown, depth: number, mapStart: number): LocatedEntry[] {
    if (!isPair(pair)) return []
    const keyNode = pair.key as Node | null
    const keyStart = keyNode?.range?.[0] ?? mapStart
    if (!isScalar(keyNode)) {
      refuse({ code: 'syntax', path: '', offset: keyStart, message: 'a key must be plain text' })
      return []
    }
    const key = typeof keyNode.value === 'string' ? keyNode.value : (keyNode.source ?? String(keyNode.value))
    const value = pair.value === null ? nothingAfter(keyNode) : node(pair.value as Node, depth + 1)
    if (key === '<<' && value.kind === 'map') return [...value.entries]
    return [{ key, keyStart, value }]
  }

  return {
    node,
    get problem() {
      return problem
    },
  }
}

function nothingAfter(key: Node): Located {
  const end = key.range?.[1] ?? 0
  return { kind: 'scalar', value: null, written: '', start: end, end }
}

function findBinary(text: string): RawProblem | undefined {
  // U+FFFD is what a decoder writes for bytes that are not UTF-8
  const undecoded = text.indexOf('\ufffd')
  if (undecoded >= 0)
    return {
      code: 'not-text',
      path: '',
      offset: undecoded,
      message: 'this is not a text file in UTF-8',
      hint: 'a contract is YAML or JSON; save it as UTF-8, without the replacement character U+FFFD',
    }
  // oxlint-disable-next-line no-control-regex -- matching control characters is the point
  const offset = text.search(/[\u0000-\u0008\u000e-\u001f]/u)
  if (offset < 0) return undefined
  const unit = text.charCodeAt(offset)
  const name = `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`
  return {
    code: 'not-text',
    path: '',
    offset,
    message: `here stands the control character ${name}, which a text file does not hold`,
    hint:
      unit === 0
        ? 'a contract is YAML or JSON; if this is UTF-16, save it as UTF-8'
        : `remove it, or write it as "\\x${unit.toString(16).padStart(2, '0')}" in double quotes`,
  }
}

/** Counts open brackets and list dashes without parsing, because the parser recurses on both. */
function findDepth(text: string): RawProblem | undefined {
  let open = 0
  let dashes = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit === 91 || unit === 123) open += 1
    else if (unit === 93 || unit === 125) open = Math.max(0, open - 1)
    else if (unit === 10) dashes = 0
    else if ((unit === 45 || unit === 63) && text.charCodeAt(index + 1) === 32) dashes += 1
    if (open > MAX_DEPTH * 4 || dashes > MAX_DEPTH * 4)
      return { code: 'too-deep', path: '', offset: index, message: 'the document is nested too deeply' }
  }
  return undefined
}
