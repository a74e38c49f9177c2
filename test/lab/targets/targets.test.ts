import { resolve } from 'node:path'
import { openTarget } from '../../../src/lab/targets/open-target.ts'
import { describeTarget, type TargetUnderTest } from '../../../src/lab/targets/target.suite.ts'
import { agentOf } from '../agents/questions.ts'

const FOLDER = resolve(import.meta.dirname, '../agents/odd')
const WORLD = { folder: FOLDER, env: process.env, lanes: 2 }

/** The odd agent as a configuration would name it. */
function odd(
  section: Readonly<Record<string, unknown>>,
  reset: Readonly<Record<string, unknown>> = {},
): TargetUnderTest['open'] {
  return ({ timeoutMs, withReset = false }) =>
    openTarget(agentOf({ ...section, timeout: timeoutMs, ...(withReset && reset) }), WORLD)
}

const SERVER = {
  type: 'http',
  endpoint: 'http://127.0.0.1:{port}/ask',
  command: ['node', 'server.mjs'],
  ready: { output: 'listening' },
}

describeTarget('http', {
  open: odd(SERVER, { reset_endpoint: 'http://127.0.0.1:{port}/reset' }),
  hasReset: true,
})
describeTarget('http with a fresh process', {
  open: odd({ ...SERVER, ready: undefined }, { fresh_process: true }),
  hasReset: true,
})
describeTarget('module', {
  open: odd({ type: 'module', endpoint: './agent.ts' }, { reset_function: './agent.ts:reset' }),
  isInProcess: true,
  isStateless: true,
  hasReset: true,
})
describeTarget('module in a process of its own', {
  open: odd(
    { type: 'module', endpoint: './agent.ts', isolation: 'process' },
    { reset_function: './agent.ts:reset' },
  ),
  hasReset: true,
})
describeTarget('python', {
  open: odd({ type: 'python', endpoint: 'odd_agent:answer' }, { reset_function: 'odd_agent:reset' }),
  hasReset: true,
})
describeTarget('python, awaited', {
  open: odd({ type: 'python', endpoint: 'odd_agent:called' }, { fresh_process: true }),
  hasReset: true,
})
describeTarget('command', {
  open: odd({ type: 'command', command: ['node', 'program.mjs'] }),
  isStateless: true,
})
describeTarget('command with an argument', {
  open: odd({ type: 'command', command: 'node program.mjs', prompt_via: 'argument' }),
  isStateless: true,
})
