import { describeTarget } from '../../../src/lab/targets/target.suite.ts'
import { odd } from '../agents/odd-agent.ts'

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
