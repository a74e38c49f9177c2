import { describeTarget } from '../../../src/lab/targets/target.suite.ts'
import { odd } from '../agents/odd-agent.ts'

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
