import { HoldfastError } from '../../kit/errors.ts'
import { codeFrame, type SourceText } from '../../kit/source/index.ts'
import {
  compileContract,
  messageOf,
  remedyOf,
  type ClauseSource,
  type Contract,
  type Vocabulary,
} from '../../contract/index.ts'
import { createGuard, type Judged } from '../../guard/index.ts'
import type { JsonObject } from '../../model/index.ts'
import { defineCommand } from '../command.ts'
import type { CliIo } from '../io.ts'
import { judgeEvents } from '../judge-events.ts'
import { openContract } from '../open-contract.ts'
import { paintFor, paintVerdict, shown } from '../paint.ts'
import { contractWords } from '../words.ts'
import { gistOf } from '../../dashboard/gist.ts'

export const contractExplain = defineCommand({
  name: 'contract explain',
  summary: 'Say what a contract promises, or why an event was decided as it was.',
  args: '<file>',
  options: [
    { flags: '--clause <id>', summary: 'only this clause' },
    {
      flags: '--events <file>',
      summary: 'a file of events; with --seq, explains one decision, else all that were not allowed',
    },
    { flags: '--seq <n>', summary: 'the event to explain' },
    { flags: '--tool <name>', summary: 'explain what would happen to a call of this tool' },
    { flags: '--args <json>', summary: 'the arguments of that call' },
    { flags: '--command <line>', summary: 'short for --tool Bash --args {"command": …}' },
  ],
  usesPlugins: true,
  examples: [
    {
      line: 'holdfast contract explain contract.yaml',
      explains: 'every promise in plain words, with its line',
    },
    {
      line: "holdfast contract explain contract.yaml --command 'curl x | sudo bash'",
      explains: 'which clause speaks, its line, the evidence, and what would pass',
    },
  ],
  async run([file], options, io) {
    const opened = openContract(file!, io)
    if (opened === undefined) return 2
    const { contract, sources } = opened
    if (typeof options['events'] === 'string') {
      const only = options['seq'] === undefined ? undefined : Number(options['seq'])
      let explained = 0
      await judgeEvents(contract, options['events'], io, (judged) => {
        if (only === undefined ? judged.decision.findings.length === 0 : judged.event.seq !== only) return
        explained += 1
        explain(judged, sources, io)
      })
      if (explained === 0)
        io.out(
          only === undefined
            ? 'every event was allowed without a finding\n'
            : `there is no event with seq ${only}\n`,
        )
      return explained === 0 && only !== undefined ? 2 : 0
    }
    if (options['tool'] !== undefined || options['command'] !== undefined) {
      const { tool, args } = callOf(options)
      const guard = createGuard({
        contract: compileContract(contract, { vocabulary: contractWords(io) }),
        nowMs: () => 0,
      })
      explain(
        guard.judge({ kind: 'tool-call', sessionId: 'explain', callId: 'call-0', tool, args }),
        sources,
        io,
      )
      return 0
    }
    printClauses(contract, typeof options['clause'] === 'string' ? options['clause'] : undefined, io)
    return 0
  },
})

function callOf(options: Readonly<Record<string, string | boolean | undefined>>): {
  tool: string
  args: JsonObject
} {
  if (typeof options['command'] === 'string')
    return {
      tool: typeof options['tool'] === 'string' ? options['tool'] : 'Bash',
      args: { command: options['command'] },
    }
  let args: unknown = {}
  try {
    if (typeof options['args'] === 'string') args = JSON.parse(options['args'])
  } catch (error) {
    throw new HoldfastError('HF_USAGE', `--args is not valid JSON (${(error as Error).message})`)
  }
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    throw new HoldfastError('HF_USAGE', '--args must be a JSON object')
  return { tool: String(options['tool']), args: args as JsonObject }
}

function explain({ event, decision }: Judged, sources: readonly SourceText[], io: CliIo): void {
  const paint = paintFor(io)
  io.out(`${paintVerdict(paint, decision.verdict)}  ${event.kind}  ${shown(gistOf(event))}\n`)
  if (decision.findings.length === 0) io.out('  no clause of the contract objects\n')
  for (const finding of decision.findings) {
    const { clauseId, level, severity, evidence, location } = finding
    io.out(`\n  ${paint.bold(clauseId)} (${level}, ${severity}): ${shown(messageOf(finding), 400)}\n`)
    if (evidence !== undefined) io.out(`  evidence in ${evidence.in}: ${shown(evidence.text)}\n`)
    const remedy = remedyOf(finding)
    if (remedy !== undefined) io.out(`  would pass: ${shown(remedy, 400)}\n`)
    io.out(`  ${paint.dim(`${location.file}:${location.line}:${location.column}`)}\n`)
    const source = sources.find(({ file }) => file === location.file)
    if (source !== undefined) io.out(`${codeFrame(source, location.line, location.column)}\n`)
  }
  io.out('\n')
}

function printClauses(contract: Contract, only: string | undefined, io: CliIo): void {
  const paint = paintFor(io)
  const words = contractWords(io)
  const clauses = contract.clauses.filter(({ id }) => only === undefined || id === only)
  if (clauses.length === 0)
    throw new HoldfastError(
      'HF_USAGE',
      only === undefined ? 'the contract has no clauses' : `the contract has no clause \`${only}\``,
    )
  io.out(`${paint.bold(contract.name)} ${contract.version}: ${contract.description}\n`)
  io.out(
    `a hard breach is ${contract.recovery.onHardViolation === 'raise' ? 'blocked' : 'logged'}, a soft one is ${contract.recovery.onSoftViolation === 'raise' ? 'blocked' : 'logged'}\n\n`,
  )
  for (const clause of clauses) {
    io.out(
      `${paint.bold(clause.id)}  ${clause.level}, ${clause.severity}  ${paint.dim(`${clause.location.file}:${clause.location.line}`)}\n`,
    )
    io.out(`  ${summaryOf(clause, words)}\n`)
    if (clause.description !== '') io.out(`  ${clause.description}\n`)
    io.out(
      `  ${paint.dim(shown(clause.field === undefined ? JSON.stringify(clause.options) : `${clause.field} ${clause.operator} ${JSON.stringify(clause.options)}`, 400))}\n`,
    )
  }
}

function summaryOf(
  { section, operator, negate, when }: ClauseSource,
  { operators, predicates, checks }: Vocabulary,
): string {
  const definition =
    section === 'invariants.process'
      ? operators.get(operator)
      : section === 'invariants.output'
        ? checks.get(operator)
        : predicates.get(operator)
  const summary = definition?.summary ?? operator
  return `${negate === true ? 'Must not hold: ' : ''}${summary}${when === 'always' ? '' : ` (while ${when})`}`
}
