// Opens two agents, tells their processes, and waits to be ended.
import { resolve } from 'node:path'
import { openTarget } from '../../../src/lab/targets/index.ts'
import { agentOf, questionOf } from './questions.ts'

const world = { folder: resolve(import.meta.dirname, 'odd'), env: process.env, lanes: 1 }

async function pidOf(section: Readonly<Record<string, unknown>>): Promise<number> {
  const target = await openTarget(agentOf(section), world)
  return Number(((await target.ask(questionOf('pid'))) as { output: string }).output)
}

const helper = await pidOf({ type: 'python', endpoint: 'odd_agent:answer' })
const server = await pidOf({ endpoint: 'http://127.0.0.1:{port}/ask', command: ['node', 'server.mjs'] })
process.stdout.write(`${JSON.stringify({ helper, server })}\n`)
