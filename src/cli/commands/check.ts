import { HoldfastError } from '../../kit/errors.ts'
import { hasErrors, parseYaml, plainValue, sourceText } from '../../kit/source/index.ts'
import type { JsonValue } from '../../model/index.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { judgeEvents } from '../judge-events.ts'
import { stateJudge, type StateVerdict } from '../judge-state.ts'
import { openContract, readContract } from '../open-contract.ts'
import { paintFor } from '../paint.ts'
import { decisionJson, printDecision, printSummary } from '../print-decisions.ts'
import { printProblems } from '../problems.ts'
import { contractWords } from '../words.ts'

const MAX_STATE_BYTES = 16 * 1_048_576

export const check = defineCommand({
  name: 'check',
  summary: 'Judge recorded events, or a state, by a contract.',
  options: [
    { flags: '--contract <file>', summary: 'the contract' },
    { flags: '--events <file>', summary: 'events, one JSON object a line; `-` reads standard input' },
    { flags: '--state <file>', summary: 'one state, JSON or YAML; `-` reads standard input' },
    {
      flags: '--batch <file>',
      summary: 'lines {contract, state}, one result line each; `-` reads standard input',
    },
    {
      flags: '--shadow',
      summary: 'decide without acting: later events see a world in which nothing was stopped',
    },
    {
      flags: '--judge',
      summary:
        'really ask the judges of sampled turns (keys from the environment); otherwise they are recorded as skipped',
    },
    { flags: '--json', summary: 'one JSON object a line' },
  ],
  usesPlugins: true,
  examples: [
    {
      line: 'holdfast check --contract contract.yaml --events session.jsonl',
      explains: 'one decision an event, then the numbers; exit 1 when anything was denied',
    },
    {
      line: 'holdfast check --contract contract.yaml --state state.json --json',
      explains: 'the verdict of the constraints on one state; exit 1 for a hard breach',
    },
  ],
  async run(_args, options, io) {
    const { contract, events, state, batch } = options
    const given = [events, state, batch].filter((value) => value !== undefined)
    if (given.length !== 1)
      throw new HoldfastError(
        'HF_USAGE',
        given.length === 0
          ? 'nothing to judge is named'
          : 'only one of --events, --state and --batch can be judged at a time',
        'use --events, --state or --batch',
      )
    if (typeof batch === 'string') return checkBatch(batch, io)
    if (typeof contract !== 'string')
      throw new HoldfastError('HF_USAGE', 'no contract is named', 'add --contract <file>')
    return typeof state === 'string'
      ? checkState(contract, state, options, io)
      : checkEvents(contract, String(events), options, io)
  },
})

async function checkEvents(
  path: string,
  events: string,
  options: OptionValues,
  io: CliIo,
): Promise<ExitCode> {
  const opened = openContract(path, io)
  if (opened === undefined) return 2
  const asJson = options['json'] === true
  const summary = await judgeEvents(
    opened.contract,
    events,
    io,
    (judged) => (asJson ? io.out(`${JSON.stringify(decisionJson(judged))}\n`) : printDecision(judged, io)),
    {
      mode: options['shadow'] === true ? 'shadow' : 'enforce',
      ...(options['judge'] === true
        ? { judge: (await import('../../judge/index.ts')).createJudge({ env: io.env }) }
        : {}),
    },
  )
  if (summary.events === 0)
    throw new HoldfastError(
      'HF_CANNOT_JUDGE',
      `${events === '-' ? 'standard input' : `\`${events}\``} holds no events, so nothing was judged`,
    )
  if (asJson) io.out(`${JSON.stringify({ summary: { contract: opened.contract.name, ...summary } })}\n`)
  else printSummary(opened.contract, summary, io)
  return summary.denied > 0 ? 1 : 0
}

function checkState(path: string, statePath: string, options: OptionValues, io: CliIo): ExitCode {
  const opened = openContract(path, io)
  if (opened === undefined) return 2
  const read = io.readText(statePath, MAX_STATE_BYTES)
  if (!read.ok) throw new HoldfastError('HF_FILE', `cannot read the state \`${statePath}\`: ${read.reason}`)
  const source = sourceText(read.file, read.text)
  const { root, problems } = parseYaml(source)
  if (root === undefined || hasErrors(problems)) {
    printProblems(io, problems, [source])
    return 2
  }
  if (root.kind !== 'map')
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `${read.file}:1:1  a state must be a mapping of fields to values`,
    )
  const result = stateJudge(opened.contract, contractWords(io))(plainValue(root) as Record<string, JsonValue>)
  if (options['json'] === true) io.out(`${JSON.stringify(result)}\n`)
  else printState(result, io)
  return result.verdict === 'hard_breach' ? 1 : 0
}

function printState(
  { verdict, hard_violations, soft_violations, violated, unmet_preconditions }: StateVerdict,
  io: CliIo,
): void {
  const paint = paintFor(io)
  const colour = { compliant: paint.green, soft_violation: paint.yellow, hard_breach: paint.red }[verdict]
  io.out(`${colour(verdict)}  hard ${hard_violations} · soft ${soft_violations}\n`)
  for (const name of violated) io.out(`  broken: ${name}\n`)
  for (const name of unmet_preconditions) io.out(`  precondition not met: ${name}\n`)
}

/** A line that cannot be judged is answered with its reason, so that answers stay in step with questions. */
async function checkBatch(path: string, io: CliIo): Promise<ExitCode> {
  const judges = new Map<string, ReturnType<typeof stateJudge> | string>()
  let exit: ExitCode = 0
  let lines = 0
  for await (const line of io.lines(path)) {
    if (line.trim() === '') continue
    lines += 1
    const result = judgeLine(line, judges, io)
    io.out(`${JSON.stringify(result)}\n`)
    if ('error' in result) exit = 2
    else if (result.verdict === 'hard_breach' && exit === 0) exit = 1
  }
  if (lines === 0) throw new HoldfastError('HF_CANNOT_JUDGE', 'the batch is empty, so nothing was judged')
  return exit
}

function judgeLine(
  line: string,
  judges: Map<string, ReturnType<typeof stateJudge> | string>,
  io: CliIo,
): StateVerdict | { readonly error: string } {
  let value: unknown
  try {
    // some editors and shells put a byte order mark before the first line
    value = JSON.parse(line.startsWith('\uFEFF') ? line.slice(1) : line)
  } catch (error) {
    return { error: `not valid JSON (${(error as Error).message})` }
  }
  const { contract, state } = (value ?? {}) as { contract?: unknown; state?: unknown }
  if (typeof contract !== 'string' || typeof state !== 'object' || state === null || Array.isArray(state))
    return { error: 'a line must be {"contract": "<file>", "state": {…}}' }
  let judge = judges.get(contract)
  if (judge === undefined) judges.set(contract, (judge = judgeFor(contract, io)))
  return typeof judge === 'string' ? { error: judge } : judge(state as Record<string, JsonValue>)
}

function judgeFor(file: string, io: CliIo): ReturnType<typeof stateJudge> | string {
  try {
    const { contract, problems } = readContract(file, io)
    const first = problems.find(({ level }) => level === 'error')
    return contract === undefined
      ? `${first?.file}:${first?.line}:${first?.column}  ${first?.message}`
      : stateJudge(contract, contractWords(io))
  } catch (error) {
    if (error instanceof HoldfastError) return error.message
    throw error
  }
}
