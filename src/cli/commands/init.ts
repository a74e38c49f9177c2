import {
  AGENT_FORMS,
  agentChoice,
  detectProject,
  filesFor,
  writeFiles,
  type AgentChoice,
  type Project,
} from '../../init/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import type { CliIo } from '../io.ts'
import { paintFor } from '../paint.ts'
import { ci } from './ci.ts'

export const init = defineCommand({
  name: 'init',
  summary: 'Write a contract, a test configuration and a CI workflow for this project.',
  options: [
    { flags: '--agent <where>', summary: `the agent: ${AGENT_FORMS}` },
    { flags: '-y, --yes', summary: 'ask nothing; without --agent a small agent is written to begin with' },
    { flags: '--force', summary: 'replace files that are there already' },
    { flags: '--no-run', summary: 'only write; do not try the agent once' },
  ],
  examples: [
    { line: 'holdfast init', explains: 'asks where the agent is' },
    { line: 'holdfast init --yes --agent http://localhost:8000/invoke', explains: 'asks nothing' },
  ],
  async run(_args, options, io) {
    const project = detectProject(io.cwd)
    const paint = paintFor(io)
    io.out(`${foundIn(project)}\n`)
    const agent = await chosenAgent(options, io)
    const files = filesFor(agent, project)
    writeFiles(io.cwd, files, options['force'] === true)
    for (const { path, what } of files) io.out(`  ${paint.bold(path.padEnd(32))}  ${paint.dim(what)}\n`)
    if (options['run'] !== false) await tryOnce(io)
    io.out(`\nNext:\n  npx holdfast ci -c holdfast.yaml\n`)
    for (const name of project.codingAgents)
      io.out(
        paint.dim(`  ${name} is used here: \`npx holdfast hook install\` holds it to the same contract\n`),
      )
    return 0
  },
})

/** The first run tells whether the agent is reached at all; what it finds is news and no failure of `init`. */
async function tryOnce(io: CliIo): Promise<void> {
  io.out('\nThe first run:\n\n')
  try {
    await ci.run([], {}, io)
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error
    io.err(`${error.message}${error.hint === undefined ? '' : `\n  hint: ${error.hint}`}\n`)
  }
}

async function chosenAgent(options: OptionValues, io: CliIo): Promise<AgentChoice> {
  const named = options['agent']
  if (typeof named === 'string') return agentChoice(named)
  if (options['yes'] === true || io.ask === undefined) return { type: 'starter' }
  const answer = (
    await io.ask(`Where is your agent? (${AGENT_FORMS}; Enter for a small one to begin with) `)
  ).trim()
  return answer === '' ? { type: 'starter' } : agentChoice(answer)
}

const LANGUAGES = {
  node: 'a Node project',
  python: 'a Python project',
  unknown: 'no known kind of project',
} as const

function foundIn({ language, frameworks, providers }: Project): string {
  const used = [...frameworks, ...providers]
  return `Found ${LANGUAGES[language]}${used.length === 0 ? '' : ` with ${used.join(', ')}`}.`
}
