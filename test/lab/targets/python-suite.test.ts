import { describeTarget } from '../../../src/lab/targets/target.suite.ts'
import { odd } from '../agents/odd-agent.ts'

describeTarget('python', {
  open: odd({ type: 'python', endpoint: 'odd_agent:answer' }, { reset_function: 'odd_agent:reset' }),
  hasReset: true,
})
describeTarget('python, awaited', {
  open: odd({ type: 'python', endpoint: 'odd_agent:called' }, { fresh_process: true }),
  hasReset: true,
})
