// Opens an agent of each type, asks it, closes it, and ends when nothing is left to wait for.
import { resolve } from 'node:path'
import { openTarget } from '../../../src/lab/targets/index.ts'
import { agentOf, questionOf } from './questions.ts'

const world = { folder: resolve(import.meta.dirname, 'odd'), env: process.env, lanes: 1 }

for (const section of [
  {
    endpoint: 'http://127.0.0.1:{port}/ask',
    command: ['node', 'server.mjs'],
    tools: { t: { url: 'http://127.0.0.1:9' } },
  },
  { type: 'module', endpoint: './agent.ts' },
  { type: 'module', endpoint: './agent.ts', isolation: 'process' },
  { type: 'python', endpoint: 'odd_agent:answer' },
  { type: 'command', command: ['node', 'program.mjs'] },
  { type: 'openai', endpoint: 'http://127.0.0.1:9/v1', model: 'm', retries: 0 },
]) {
  const target = await openTarget(agentOf(section), world)
  await target.ask(questionOf('hi'))
  await target.close()
}
process.stdout.write('closed\n')
