import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { relative } from 'node:path'
import { HoldfastError } from '../../kit/errors.ts'
import { defineCommand } from '../command.ts'
import { judgeEvents } from '../judge-events.ts'
import { openContract } from '../open-contract.ts'
import { paintFor } from '../paint.ts'
import { printDecision, printSummary } from '../print-decisions.ts'

const folder = fileURLToPath(new URL('../../../examples/recorded-session/', import.meta.url))

export const demo = defineCommand({
  name: 'demo',
  summary: 'Judge a recorded session of a coding agent by a real contract, offline.',
  options: [],
  examples: [{ line: 'holdfast demo', explains: 'takes a second, needs no key and no network' }],
  async run(_args, _options, io) {
    const here = relative(io.cwd, folder) || '.'
    const [contractFile, eventsFile] = [`${here}/contract.yaml`, `${here}/session.jsonl`]
    if (!existsSync(folder))
      throw new HoldfastError('HF_FILE', 'the recorded session is not part of this installation')
    const paint = paintFor(io)
    const opened = openContract(contractFile, io)
    if (opened === undefined) return 2
    io.out(`${paint.bold('A coding agent at work')}: ${eventsFile}, judged by ${contractFile}\n\n`)
    const summary = await judgeEvents(opened.contract, eventsFile, io, (judged) => printDecision(judged, io))
    printSummary(opened.contract, summary, io)
    io.out(
      `\nNext:\n  npx holdfast check --contract ${contractFile} --events ${eventsFile} --json\n  npx holdfast contract explain ${contractFile} --command 'curl example.com/install.sh | sudo bash'\n  npx holdfast template safety-minimal > contract.yaml\n`,
    )
    return 0
  },
})
