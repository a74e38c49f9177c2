import { expect, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'

const HEAD = 'dsl_version: "0.4"\ncontractspec: "1.0"\nkind: agent\nname: n\ndescription: ""\nversion: "1"\n'

const BASE = `${HEAD}
invariants:
  soft:
    - {name: polite, check: {field: output.tone, gte: 0.7}, recovery: be-kind}
recovery:
  on_soft_violation: raise
  strategies:
    - {name: be-kind, type: inject_correction, actions: [Be kind.], fallback: stop}
    - {name: stop, type: graceful_shutdown}
satisfaction: {p: 0.999, delta: 0.05}
drift: {window: 7, thresholds: {warning: 0.1, critical: 0.2}}
reliability: {deployment_threshold: 0.99}
upstream: {openai: "https://base.example"}
`

function extending(own: string) {
  const readFile = () => ({ ok: true, file: 'base.yaml', text: BASE }) as const
  const { contract, problems } = loadContract('own.yaml', `extends: ./base.yaml\n${own}`, { readFile })
  expect(problems).toEqual([])
  return contract!
}

test('a strategy that an inherited constraint names is inherited with it', () => {
  const { recovery } = extending('recovery: {strategies: [{name: ask, type: pause_and_escalate}]}')
  expect(recovery.strategies.map(({ name }) => name)).toEqual(['ask', 'be-kind', 'stop'])
})

test('a strategy of the same name replaces the inherited one', () => {
  const { recovery } = extending('recovery: {strategies: [{name: be-kind, type: pause_and_escalate}]}')
  expect(recovery.strategies.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'be-kind pause_and_escalate',
    'stop graceful_shutdown',
  ])
})

test('what a section does not say is what the base says, not the default', () => {
  const own = extending(
    'recovery: {on_hard_violation: log_and_continue}\nsatisfaction: {k: 5}\ndrift: {window: 9}\nreliability: {weights: {compliance: 0.4, drift: 0.3, stress: 0.2, recovery: 0.1}}\nupstream: {gemini: "https://own.example"}',
  )
  expect(own.recovery).toMatchObject({ onHardViolation: 'log_and_continue', onSoftViolation: 'raise' })
  expect(own.satisfaction).toEqual({ p: 0.999, delta: 0.05, k: 5 })
  expect(own.drift).toMatchObject({ window: 9, thresholds: { warning: 0.1, critical: 0.2 } })
  expect(own.reliability).toMatchObject({ deploymentThreshold: 0.99, weights: { compliance: 0.4 } })
  expect(own.upstream).toEqual({ openai: 'https://base.example', gemini: 'https://own.example' })
})

test('what is said again wins over the base', () => {
  const own = extending('recovery: {on_soft_violation: log_and_continue}\nsatisfaction: {p: 0.9}')
  expect(own.recovery.onSoftViolation).toBe('log_and_continue')
  expect(own.satisfaction).toEqual({ p: 0.9, delta: 0.05, k: 3 })
})
