import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, constantFrom, jsonValue, nat, property, string, tuple, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../model/index.ts'
import type { WireFormat } from './format.ts'
import { wireFormats } from './formats/index.ts'
import { isList, objectOf, parseJson } from './loose-json.ts'
import type { DecodedReply, ReplyEdit } from './reply.ts'
import type { RequestEdit } from './request.ts'
import { createStreamGate } from './stream-gate.ts'
import { encodeUtf8, joinBytes } from './utf8.ts'

const CORPUS = join(import.meta.dirname, '../../corpus/wire')
const ODD: readonly JsonValue[] = [
  null,
  true,
  -1,
  1e300,
  '',
  'text',
  '__proto__',
  [],
  [null],
  [[]],
  {},
  { type: 'x' },
]

const REQUEST_EDITS: readonly RequestEdit[] = [
  { kind: 'keep-tools', keep: ({ name }) => name.length % 2 === 0 },
  { kind: 'add-guidance', text: 'Ask.' },
  { kind: 'elide-results', message: 0, placeholder: '[gone]' },
  { kind: 'elide-results', message: 1, placeholder: '[gone]' },
  { kind: 'drop-messages', messages: [0, 2] },
  { kind: 'report-usage' },
  { kind: 'answer-withheld', calls: [{ callId: 'c', native: 'shell_call' }], message: 'No.' },
]

function editsOf({ calls, texts }: DecodedReply): readonly ReplyEdit[] {
  return [
    ...calls.map((_, call) => ({ kind: 'deny-call', call, message: 'No.' }) as const),
    ...texts.map((_, text) => ({ kind: 'replace-text', text, with: 'Other.' }) as const),
  ]
}

function nodesOf(value: JsonValue): number {
  const children = isList(value) ? value : Object.values(objectOf(value) ?? {})
  return children.reduce<number>((count, child) => count + nodesOf(child), 1)
}

/** The value with its n-th node replaced. */
function withNode(value: JsonValue, at: number, odd: JsonValue): JsonValue {
  let left = at
  const visit = (node: JsonValue): JsonValue => {
    left -= 1
    if (left === -1) return odd
    if (isList(node)) return node.map(visit)
    const object = objectOf(node)
    return object === undefined
      ? node
      : Object.fromEntries(Object.entries(object).map(([key, child]) => [key, visit(child)]))
  }
  return visit(value)
}

function withValue(value: JsonValue, marker: string, replacement: JsonValue): JsonValue {
  if (value === marker) return replacement
  if (isList(value)) return value.map((entry) => withValue(entry, marker, replacement))
  const object = objectOf(value)
  if (object === undefined) return value
  return Object.fromEntries(
    Object.entries(object).map(([key, child]) => [key, withValue(child, marker, replacement)]),
  )
}

/** Anything that some client could take for a call to run. */
function holdsCall(value: JsonValue): boolean {
  if (isList(value)) return value.some(holdsCall)
  const object = objectOf(value)
  if (object === undefined) return false
  const { type, tool_calls: listed, function_call: legacy, functionCall: part } = object
  const hosted = [
    'mcp_call',
    'web_search_call',
    'file_search_call',
    'code_interpreter_call',
    'image_generation_call',
  ]
  if (typeof type === 'string' && (type === 'tool_use' || (type.endsWith('_call') && !hosted.includes(type))))
    return true
  if (isList(listed) && listed.some((call) => objectOf(call) !== undefined)) return true
  if (objectOf(legacy) !== undefined || objectOf(part) !== undefined) return true
  return Object.values(object).some(holdsCall)
}

function filesOf(format: WireFormat, ending: string): readonly string[] {
  const folder = join(CORPUS, format.name)
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

describe.each(wireFormats.map((format) => [format.name, format] as const))('%s', (_, format) => {
  test('bodies of any shape are read as far as they go', () => {
    assert(
      property(jsonValue({ maxDepth: 5 }), (value) => {
        const body = value as JsonValue
        const reply = format.decodeReply(body)
        expect(
          reply.calls.every(({ callId, tool }) => typeof callId === 'string' && typeof tool === 'string'),
        ).toBe(true)
        format.editReply(body, editsOf(reply))
        format.decodeRequest(body)
        expect(format.editRequest(body, REQUEST_EDITS)).toHaveProperty('changed')
      }),
      { numRuns: 300 },
    )
  })

  test('replies with one odd value anywhere are read and edited, and keep no denied call', () => {
    const bodies = filesOf(format, '.json').map((text) => JSON.parse(text) as JsonValue)
    assert(
      property(constantFrom(...bodies), nat(400), constantFrom(...ODD), (body, at, odd) => {
        const broken = withNode(body, at % nodesOf(body), odd)
        const reply = format.decodeReply(broken)
        const edited = format.editReply(broken, editsOf(reply)).body
        expect(format.decodeReply(edited).calls.filter(({ hosted }) => !hosted)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('streams with an odd value anywhere never throw and never leak an unjudged call', () => {
    const streams = filesOf(format, '.sse').map((text) => text.split(/(?:\r\n|\n){2}/u))
    const problems: unknown[] = []
    assert(
      property(
        constantFrom(...streams),
        nat(1000),
        nat(400),
        constantFrom(...ODD),
        (frames, which, at, odd) => {
          const broken = frames.with(
            which % frames.length,
            brokenFrame(frames[which % frames.length] ?? '', at, odd),
          )
          const gate = createStreamGate({
            format,
            judgeReply: editsOf,
            onProblem: (problem) => problems.push(problem),
          })
          const released = [...gate.push(encodeUtf8(`${broken.join('\n\n')}\n\n`)), ...gate.end()]
          const splitter = format.framing.createSplitter()
          for (const { data } of splitter.push(joinBytes(released))) {
            const event = data === undefined ? undefined : parseJson(data)
            if (event !== undefined && holdsCall(event)) expect(event, 'a call leaked').toBeUndefined()
          }
        },
      ),
      { numRuns: 1500 },
    )
    expect(problems).toEqual([])
  })

  test('bytes of any kind never throw', () => {
    const problems: unknown[] = []
    assert(
      property(tuple(uint8Array({ maxLength: 200 }), uint8Array({ maxLength: 200 })), (pieces) => {
        const gate = createStreamGate({
          format,
          judgeReply: () => [],
          onProblem: (problem) => problems.push(problem),
        })
        for (const piece of pieces) gate.push(piece)
        gate.end()
        expect(gate.isShut).toBe(true)
      }),
    )
    expect(problems).toEqual([])
  })

  test('JSON that nests without end is malformed and not an accident', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as JsonValue
    const problems: unknown[] = []
    const reply = format.encodeReply({
      id: 'r',
      model: 'm',
      toolCalls: [{ id: 'c', tool: 't', args: { at: 'HERE' } }],
    })
    const hostile = withValue(reply, 'HERE', deep)
    const { calls } = format.decodeReply(hostile)
    const gate = createStreamGate({
      format,
      judgeReply: editsOf,
      onProblem: (problem) => problems.push(problem),
    })
    gate.push(encodeUtf8(`data: {"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}\n\n`))
    gate.end()
    expect(problems).toEqual([])
    // where arguments travel as text, the marker is a part of that text and stays
    const isText = JSON.stringify(reply).includes('\\"HERE')
    expect(calls[0]?.malformedArgs === undefined).toBe(isText)
    expect(
      format.decodeRequest({ messages: deep, input: deep, contents: deep, tools: deep, system: deep }),
    ).toBeDefined()
  })

  test('paths of any kind are no match or a match', () => {
    assert(
      property(string(), (path) => {
        const route = format.match('POST', path)
        expect([undefined, 'reply', 'count']).toContain(route?.operation)
      }),
    )
  })
})

function brokenFrame(frame: string, at: number, odd: JsonValue): string {
  const start = frame.indexOf('data: {')
  const event = start < 0 ? undefined : (parseJson(frame.slice(start + 6)) as JsonObject | undefined)
  if (event === undefined) return frame
  return `${frame.slice(0, start)}data: ${JSON.stringify(withNode(event, at % nodesOf(event), odd))}`
}
