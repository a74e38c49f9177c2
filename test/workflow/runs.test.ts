import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { JsonValue } from '../../src/model/index.ts'
import {
  compactJson,
  createEngine,
  nodeWorld,
  NODES,
  parseJsonText,
  pathOf,
  scriptedBackend,
  type RunResult,
} from '../../src/workflow/index.ts'
import { START, turnsOf, workflowOf } from './support.ts'

interface Case {
  readonly name: string
  readonly toml: string
  readonly start?: string
  readonly input?: JsonValue
  readonly inputText?: string
  readonly turns?: readonly string[]
  readonly noBackend?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly expect: Readonly<Record<string, JsonValue>>
}

const folder = join(import.meta.dirname, '../../corpus/workflow/runs')
const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))
const seenTypes = new Set<string>()

describe.each(files)('%s', (file) => {
  const cases = parse(readFileSync(join(folder, file), 'utf8')) as readonly Case[]
  test.each(cases)('$name', async (given) => {
    const backend = scriptedBackend(turnsOf(...(given.turns ?? [])))
    const engine = createEngine({
      workflow: workflowOf(START + given.toml),
      world: { ...nodeWorld(), ...(given.env !== undefined && { env: given.env }) },
      ...(given.noBackend !== true && { backends: { default: backend } }),
    })
    const input = given.inputText === undefined ? (given.input ?? null) : parseJsonText(given.inputText)
    const result = await engine.run({ input, ...(given.start !== undefined && { start: given.start }) })
    for (const { type } of result.trace) seenTypes.add(type)
    const prompts = backend.requests.map(({ messages }) => messages.at(-1)?.content ?? '')
    expect(observed(result, prompts, given.expect)).toMatchObject(given.expect)
  })
})

/** Only what the case asks about, in the words of the case. */
function observed(result: RunResult, prompts: readonly string[], wanted: Case['expect']): object {
  const message = result.error?.message ?? ''
  return {
    ...result,
    ...('path' in wanted && { path: pathOf(result) }),
    ...('error' in wanted && { error: message }),
    ...('errorContains' in wanted && {
      errorContains: message.includes(wanted['errorContains'] as string) ? wanted['errorContains'] : message,
    }),
    ...('finalText' in wanted && { finalText: compactJson(result.finalValue) }),
    ...('outputs' in wanted && {
      outputs: Object.fromEntries(result.trace.map(({ nodeId, output }) => [nodeId, output])),
    }),
    prompts,
  }
}

test('most node types appear in the corpus; those that touch the world have suites of their own', () => {
  const elsewhere = [
    'call',
    'parallel',
    'map',
    'write_file',
    'read_file',
    'create_dir',
    'http_request',
    'call_mcp_tool',
    'read_mcp_resource',
  ]
  expect(
    NODES.map(({ name }) => name)
      .filter((name) => !seenTypes.has(name))
      .sort(),
  ).toEqual([...elsewhere].sort())
})
