import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { HoldfastError } from '../../kit/errors.ts'
import { didYouMean } from '../../kit/nearest-name.ts'
import type { JsonValue } from '../../model/index.ts'
import {
  createEngine,
  nodeWorld,
  parseJsonText,
  pathOf,
  stateFolder,
  type RunResult,
  type StateFolder,
  type Workflow,
} from '../../workflow/index.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { paintFor, shown } from '../paint.ts'
import { BACKEND_OPTIONS, chooseBackends } from './workflow-backends.ts'
import { countFrom, onlyFile, openWorkflow } from './workflow-open.ts'

const DEFAULT_TIMEOUT_SECS = 120

export const workflowRun = defineCommand({
  name: 'workflow run',
  summary: 'Run a workflow once, or go on with a paused run.',
  args: '[file]',
  options: [
    { flags: '--input <json>', summary: 'the payload: JSON, a file, or - for standard input' },
    { flags: '--start <name>', summary: 'the start node, where there are several' },
    { flags: '--timeout-secs <number>', summary: `how long it may take (default: ${DEFAULT_TIMEOUT_SECS})` },
    { flags: '--dry-run', summary: 'ask the policy, and touch nothing' },
    { flags: '--state-dir <folder>', summary: 'where paused runs rest' },
    { flags: '--checkpoint-each-node', summary: 'rest before and after every node with effects' },
    { flags: '--resume <run>', summary: 'go on with a paused run: it is approved' },
    { flags: '--reject', summary: 'with --resume: it is not approved' },
    { flags: '--repeat-in-flight', summary: 'with --resume: run the node again that was interrupted' },
    { flags: '--list-paused', summary: 'list the runs that rest in --state-dir' },
    { flags: '--record <file>', summary: 'write outcome, cost, trace and policy decisions as JSON' },
    { flags: '--json', summary: 'print the outcome as JSON' },
    ...BACKEND_OPTIONS,
  ],
  usesPlugins: true,
  examples: [
    {
      line: `holdfast workflow run triage.toml --input '{"id": 7}'`,
      explains: 'exit 0 when it completed, 1 when it failed, 3 when it waits for approval',
    },
    {
      line: 'holdfast workflow run triage.toml --state-dir .runs --resume exec-19a-1',
      explains: 'approves a paused run and goes on behind the pause',
    },
    {
      line: 'holdfast workflow run triage.toml --turns replies.json --dry-run',
      explains: 'no model, no effects: which way would it go?',
    },
  ],
  async run(args, options, io) {
    const state =
      typeof options['stateDir'] === 'string' ? stateFolder(resolve(io.cwd, options['stateDir'])) : undefined
    if (options['listPaused'] === true) return listPaused(state, io)
    const workflow = openWorkflow(onlyFile(args, 'holdfast workflow run <file>'), io)
    if (workflow === undefined) return 2
    const result = await runIt(workflow, options, io, state)
    if (typeof options['record'] === 'string')
      await writeFile(resolve(io.cwd, options['record']), `${JSON.stringify(result, undefined, 2)}\n`)
    if (options['json'] === true) io.out(`${JSON.stringify(result, undefined, 2)}\n`)
    else printResult(result, io)
    return exitOf(result)
  },
})

async function runIt(
  workflow: Workflow,
  options: OptionValues,
  io: CliIo,
  state: StateFolder | undefined,
): Promise<RunResult> {
  const timeoutMs = countFrom('--timeout-secs', options['timeoutSecs'], DEFAULT_TIMEOUT_SECS) * 1000
  const chosen = await chooseBackends(options, io)
  const engine = createEngine({
    workflow,
    world: nodeWorld({ workdir: io.cwd, env: { ...io.env } }),
    backends: chosen.backends,
    checkpointEachNode: options['checkpointEachNode'] === true,
    ...(chosen.fetch !== undefined && { fetch: chosen.fetch }),
    ...(state !== undefined && { state }),
  })
  try {
    if (typeof options['resume'] === 'string')
      return await engine.resume(options['resume'], {
        timeoutMs,
        approve: options['reject'] !== true,
        repeatInFlight: options['repeatInFlight'] === true,
      })
    const start = chooseStart(workflow, options['start'])
    return await engine.run({
      start,
      input: inputFrom(options['input'], io),
      timeoutMs,
      dryRun: options['dryRun'] === true,
    })
  } finally {
    await chosen.finish()
  }
}

/** The one that is named, the only one for people, the only one. */
function chooseStart({ startNodes }: Workflow, wanted: string | boolean | undefined): string {
  const names = startNodes.map(({ name }) => name)
  if (typeof wanted === 'string') {
    if (names.includes(wanted)) return wanted
    throw new HoldfastError('HF_USAGE', `no start is called \`${wanted}\``, didYouMean(wanted, names))
  }
  const manual = startNodes.filter(({ source }) => source === 'manual')
  const [only] = manual.length === 1 ? manual : startNodes.length === 1 ? startNodes : []
  if (only === undefined)
    throw new HoldfastError(
      'HF_USAGE',
      'it is not clear where to start',
      names.length === 0 ? 'the file has no [[start_nodes]]' : `--start ${names.join(' | ')}`,
    )
  return only.name
}

function inputFrom(written: string | boolean | undefined, io: CliIo): JsonValue {
  if (typeof written !== 'string') return null
  const isInline = /^\s*[[{"\d-]|^\s*(?:true|false|null)\s*$/u.test(written) && written !== '-'
  const read = isInline ? { ok: true as const, text: written } : io.readText(written, 16_000_000)
  if (!read.ok) throw new HoldfastError('HF_FILE', `cannot read the input \`${written}\`: ${read.reason}`)
  try {
    return parseJsonText(read.text)
  } catch (error) {
    if (isInline) throw new HoldfastError('HF_USAGE', `--input is not JSON: ${(error as Error).message}`)
    return { raw: read.text }
  }
}

async function listPaused(state: StateFolder | undefined, io: CliIo): Promise<ExitCode> {
  if (state === undefined) throw new HoldfastError('HF_USAGE', '--list-paused needs --state-dir <folder>')
  for (const { run_id, workflow, paused_at, resume_node, reason, in_flight } of await state.list())
    io.out(
      shown(
        `${run_id}  ${workflow}  ${in_flight === null ? `at ${paused_at ?? resume_node ?? 'the end'}` : `inside ${in_flight}`}${reason === null ? '' : `  ${reason}`}`,
      ) + '\n',
    )
  return 0
}

function exitOf({ status, deadEnd }: RunResult): ExitCode {
  if (status === 'paused') return 3
  return status === 'completed' && deadEnd?.isFailure !== true ? 0 : 1
}

function printResult(result: RunResult, io: CliIo): void {
  const paint = paintFor(io)
  const { status, workflow, runId, reason, error, deadEnd, cost, finalValue } = result
  const isGood = exitOf(result) === 0
  io.out(
    `${isGood ? paint.green(status) : status === 'paused' ? paint.yellow(status) : paint.red(status)}  ${shown(workflow)}  ${paint.dim(runId)}\n`,
  )
  io.out(`  path: ${shown(pathOf(result).join(' → '))}\n`)
  if (reason !== undefined) io.out(`  reason: ${shown(reason)}\n`)
  if (error !== undefined) io.out(`  error: ${shown(error.message)}\n`)
  if (deadEnd?.isUnrouted === true)
    io.out(
      `  ${paint.yellow('no edge')} leaves ${shown(deadEnd.node)}${deadEnd.branch === null ? '' : ` for "${shown(deadEnd.branch)}"`}\n`,
    )
  for (const { tool, resource, resolved, reason: why, nearest } of result.denials)
    io.out(
      `  ${paint.red('denied')} ${shown(`${tool} ${resource}${resolved === undefined || resolved === resource ? '' : ` (${resolved})`}: ${why ?? ''}${nearest === undefined ? '' : `; nearest rule ${nearest}`}`)}\n`,
    )
  const usd = cost.costUsd > 0 ? `, $${cost.costUsd.toFixed(4)}` : ''
  io.out(
    `  cost: ${cost.nodeExecutions} nodes, ${cost.llmCalls} model calls, ${cost.llmTokens} tokens${usd}\n`,
  )
  if (status === 'completed' && finalValue !== null)
    io.out(`  result: ${shown(JSON.stringify(finalValue)).slice(0, 400)}\n`)
}
