import { expect, test } from 'vitest'
import { compileContract, loadContract } from '../contract/index.ts'
import { memoryStore, type RecordStore } from '../store/index.ts'
import { Relay } from './relay.ts'
import { Sessions } from './sessions.ts'
import { toolRules } from './tool-rules.ts'

const CONTRACT = `dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: tools
description: "d"
version: "1.0"
invariants:
  process:
    - tool_allowlist:
        tools: ["look", "read_*"]
`

async function relayOn(store: RecordStore | undefined) {
  const { contract } = loadContract('c.yaml', CONTRACT, { readFile: () => ({ ok: false, reason: 'none' }) })
  const compiled = compileContract(contract!)
  const sessions = new Sessions({ contract: compiled, mode: 'enforce', nowMs: () => 0, store })
  const session = await sessions.get('one')
  return new Relay({ session, rules: toolRules(compiled, undefined, undefined), log: () => undefined })
}

const call = (id: number, extra: object = {}) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'look', arguments: {}, ...extra },
  })

/** Takes records and cannot keep them from some moment on, as a full disk would. */
function failingStore(): { readonly store: RecordStore; readonly fail: () => void } {
  const memory = memoryStore()
  let isFull = false
  return {
    store: {
      ...memory,
      flush: async (id) => (isFull ? Promise.reject(new Error('the disk is full')) : memory.flush(id)),
    },
    fail: () => {
      isFull = true
    },
  }
}

test('a call that cannot be recorded is not sent', async () => {
  const { store, fail } = failingStore()
  const relay = await relayOn(store)
  fail()
  const passage = await relay.fromClient(call(1))
  expect(passage).toMatchObject({ onward: 'nothing', back: { id: 1, result: { isError: true } } })
  expect(JSON.stringify(passage.back)).toContain('the disk is full')
})

test('a result that cannot be recorded is not shown', async () => {
  const { store, fail } = failingStore()
  const relay = await relayOn(store)
  expect(await relay.fromClient(call(1))).toEqual({ onward: 'as-is' })
  fail()
  expect(await relay.fromServer('{"jsonrpc":"2.0","id":1,"result":{"content":["secret"]}}')).toMatchObject({
    onward: { message: { id: 1, error: { code: -32603 } } },
  })
})

test('a list keeps its order and loses what can never be called', async () => {
  const relay = await relayOn(undefined)
  await relay.fromClient('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')
  const tools = ['read_b', 'write', 'look', 'read_a'].map((name) => ({ name }))
  const { onward } = await relay.fromServer(
    JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools, nextCursor: 'x' } }),
  )
  expect(onward).toEqual({
    message: {
      jsonrpc: '2.0',
      id: 1,
      result: { tools: [{ name: 'read_b' }, { name: 'look' }, { name: 'read_a' }], nextCursor: 'x' },
    },
  })
})

test('a list of which nothing is taken stays as it came', async () => {
  const relay = await relayOn(undefined)
  await relay.fromClient('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')
  expect(await relay.fromServer('{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"look"}]}}')).toEqual({
    onward: 'as-is',
  })
})

test('only peers of the newer revision are told the type of a refusal', async () => {
  const relay = await relayOn(undefined)
  const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
  const modern = await relay.fromClient(call(1, { ...meta, name: 'write' }))
  const legacy = await relay.fromClient(call(2, { name: 'write' }))
  expect(modern.back).toMatchObject({ result: { resultType: 'complete', isError: true } })
  expect(legacy.back).not.toHaveProperty('result.resultType')
})

test('answers to what was cancelled are still judged, and forgotten ones are stopped', async () => {
  const relay = await relayOn(undefined)
  await relay.fromClient(call(1))
  const cancelled = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'
  expect(await relay.fromClient(cancelled)).toEqual({ onward: 'as-is' })
  const late = '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}'
  expect(await relay.fromServer(late)).toEqual({ onward: 'as-is' })
  expect(await relay.fromServer(late)).toEqual({ onward: 'nothing' })
})
