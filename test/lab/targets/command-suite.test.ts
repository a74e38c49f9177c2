import { describeTarget } from '../../../src/lab/targets/target.suite.ts'
import { odd } from '../agents/odd-agent.ts'

describeTarget('command', {
  open: odd({ type: 'command', command: ['node', 'program.mjs'] }),
  isStateless: true,
})
describeTarget('command with an argument', {
  open: odd({ type: 'command', command: 'node program.mjs', prompt_via: 'argument' }),
  isStateless: true,
})
