import { expect, test } from 'vitest'
import { ContractBreachError, createGuard, wrap } from '../../src/sdk/index.ts'
import { memoryStore } from '../../src/store/index.ts'
import { contractOf, kinds, NO_MAIL, NO_RM, recording, rejection } from './world.ts'

function thrown(step: () => unknown): ContractBreachError {
  try {
    step()
  } catch (error) {
    expect(error).toBeInstanceOf(ContractBreachError)
    return error as ContractBreachError
  }
  throw new Error('it did not throw')
}

test('a call that keeps the contract may run, and one that breaks it throws its findings', () => {
  const guard = createGuard(NO_RM)
  expect(guard.toolCall({ tool: 'bash', args: { command: 'ls' } }).args).toEqual({ command: 'ls' })
  const breach = thrown(() => guard.toolCall({ tool: 'bash', args: { command: 'rm -rf /' } }))
  expect(breach.verdict).toBe('deny')
  expect(breach.findings.map(({ clauseId }) => clauseId)).toEqual(['no-destruction'])
  expect(breach.sessionId).toBe(guard.sessionId)
})

test('`judge` leaves the effect to its caller', () => {
  const guard = createGuard(NO_RM)
  const { effect } = guard.judge({ kind: 'tool-call', callId: '1', tool: 'delete_all', args: {} })
  expect(effect.kind).toBe('block')
})

test('what is denied once is denied again, and counted once', () => {
  const { options, records } = recording()
  const guard = createGuard(NO_RM, options)
  const call = { tool: 'delete_all', args: { everything: true }, callId: 'call_1' }
  thrown(() => guard.toolCall(call))
  thrown(() => guard.toolCall(call))
  expect(kinds(records)).toEqual(['session-start', 'tool-call deny'])
  guard.toolCall({ tool: 'bash', args: { command: 'ls' }, callId: 'call_2' })
  thrown(() => guard.toolCall({ tool: 'bash', args: { command: 'rm -rf /' }, callId: 'call_2' }))
})

test('`run` judges the call before it runs and the result before it is seen', async () => {
  const { options, records } = recording()
  const guard = createGuard(NO_RM, options)
  expect(
    await guard.run(
      { tool: 'bash', args: { command: 'ls' } },
      ({ command }) => `ran ${JSON.stringify(command)}`,
    ),
  ).toBe('ran "ls"')
  let hasRun = false
  const denied = guard.run({ tool: 'delete_all' }, () => (hasRun = true))
  expect(await rejection(denied)).toBeInstanceOf(ContractBreachError)
  expect(hasRun).toBe(false)
  const failure = new Error('no such file')
  expect(await rejection(guard.run({ tool: 'read' }, () => Promise.reject(failure)))).toBe(failure)
  expect(records.map(({ event }) => (event.kind === 'tool-result' ? event.ok : event.kind))).toEqual([
    'session-start',
    'tool-call',
    true,
    'tool-call',
    'tool-call',
    false,
  ])
})

test('what a call says is redacted before it runs', () => {
  const contract = contractOf(
    '- pii_filter:\n    id: no-mail\n    patterns: [email]\n    action: redact\n    scan: [tool_args, tool_results]\n',
  )
  const guard = createGuard(contract)
  expect(guard.toolCall({ tool: 'send', args: { to: 'bob@example.com' } }).args).toEqual({
    to: '[REDACTED_EMAIL]',
  })
  expect(guard.toolResult({ tool: 'find', content: { from: 'bob@example.com' } })).toEqual({
    from: '[REDACTED_EMAIL]',
  })
})

test('state, marks and scopes count for what follows', () => {
  const contract = contractOf(`
- must_state:
    id: say-why
    field: reason
    before_tool_pattern: deploy
- tool_allowlist:
    id: seo-only
    tools: [search]
    scope: "skill:seo"
`)
  const guard = createGuard(contract)
  expect(thrown(() => guard.toolCall({ tool: 'deploy' })).findings[0]?.clauseId).toBe('say-why')
  guard.state({ reason: 'a fix' })
  guard.mark('reviewed')
  guard.toolCall({ tool: 'deploy' })
  guard.scope('skill:seo')
  expect(thrown(() => guard.toolCall({ tool: 'deploy' })).findings[0]?.clauseId).toBe('seo-only')
  guard.scope()
  guard.toolCall({ tool: 'deploy' })
})

test('two sessions under one contract do not share memory', () => {
  const guard = createGuard(
    contractOf('- must_state:\n    id: say-why\n    field: reason\n    before_tool_pattern: deploy\n'),
    { sessionId: 'one' },
  )
  guard.state({ reason: 'a fix' })
  guard.toolCall({ tool: 'deploy' })
  thrown(() => guard.session('two').toolCall({ tool: 'deploy' }))
})

test('shadow throws nothing and records the verdict', () => {
  const { options, records } = recording()
  const guard = createGuard(NO_RM, { ...options, mode: 'shadow' })
  guard.toolCall({ tool: 'delete_all' })
  expect(kinds(records)).toEqual(['session-start', 'tool-call deny'])
})

test('records reach the store', async () => {
  const store = memoryStore()
  const guard = createGuard(NO_RM, { store, sessionId: 'one' })
  guard.turnStart('Hello')
  guard.turnEnd('Hello!')
  await guard.settled()
  const stored: string[] = []
  for await (const { event } of store.read('one')) stored.push(event.kind)
  expect(stored).toEqual(['session-start', 'turn-start', 'turn-end'])
})

test('a record that cannot be kept stops what it is about', () => {
  const guard = createGuard(NO_RM, {
    onRecord() {
      throw new Error('disk full')
    },
  })
  expect(() => guard.toolCall({ tool: 'bash', args: { command: 'ls' } })).toThrow('disk full')
})

test('a contract that does not load stops the program with every problem', () => {
  const open = () =>
    createGuard(contractOf('- tool_blockist: { tools: [] }\n- pii_filter: { patterns: [mail] }\n'))
  expect(open).toThrow(/contract\.yaml:9:\d+ {2}.*\n.*contract\.yaml:10:/su)
  expect(() => createGuard('no/such/contract.yaml')).toThrow(
    'cannot read the contract `no/such/contract.yaml`',
  )
})

test('what is no client cannot be wrapped', () => {
  expect(() => wrap({ chat: {} }, NO_MAIL('warn'))).toThrow('none of the clients that can be wrapped')
})
