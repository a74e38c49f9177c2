import { resolve } from 'node:path'
import { HoldfastError } from '../../kit/errors.ts'
import { createEngine, nodeWorld, serveWorkflow, stateFolder, type RunResult } from '../../workflow/index.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { paintFor, shown } from '../paint.ts'
import { BACKEND_OPTIONS, chooseBackends } from './workflow-backends.ts'
import { countFrom, onlyFile, openWorkflow } from './workflow-open.ts'
import { untilStopped } from './until-stopped.ts'

const DEFAULT_TIMEOUT_SECS = 120
const DEFAULT_PORT = 8080

export const workflowServe = defineCommand({
  name: 'workflow serve',
  summary: 'Run a workflow whenever its routes are called or its triggers fire.',
  args: '[file]',
  options: [
    { flags: '--port <number>', summary: `the port, 0 for a free one (default: ${DEFAULT_PORT})` },
    { flags: '--host <address>', summary: 'the address to listen on (default: 127.0.0.1)' },
    {
      flags: '--timeout-secs <number>',
      summary: `how long a run may take (default: ${DEFAULT_TIMEOUT_SECS})`,
    },
    { flags: '--state-dir <folder>', summary: 'where paused runs and recognised repeats rest' },
    ...BACKEND_OPTIONS,
  ],
  usesPlugins: true,
  examples: [
    {
      line: 'holdfast workflow serve hooks.toml --port 8080 --state-dir .runs',
      explains: 'routes, cron, intervals and watched folders; /healthz and /metrics beside them',
    },
  ],
  run: (args, options, io) => serveUntil(args, options, io, untilStopped),
})

/** Serves until `stopped` resolves, which is told the address. */
export async function serveUntil(
  args: readonly string[],
  options: OptionValues,
  io: CliIo,
  stopped: (url: string | undefined) => Promise<void>,
): Promise<ExitCode> {
  const workflow = openWorkflow(onlyFile(args, 'holdfast workflow serve <file>'), io)
  if (workflow === undefined) return 2
  const stateDir = typeof options['stateDir'] === 'string' ? resolve(io.cwd, options['stateDir']) : undefined
  const chosen = await chooseBackends(options, io)
  const world = nodeWorld({ workdir: io.cwd, env: { ...io.env } })
  const engine = createEngine({
    workflow,
    world,
    backends: chosen.backends,
    ...(chosen.fetch !== undefined && { fetch: chosen.fetch }),
    ...(stateDir !== undefined && { state: stateFolder(stateDir) }),
  })
  const paint = paintFor(io)
  const serving = await serveWorkflow({
    engine,
    host: typeof options['host'] === 'string' ? options['host'] : '127.0.0.1',
    port: portFrom(options['port']),
    timeoutMs: countFrom('--timeout-secs', options['timeoutSecs'], DEFAULT_TIMEOUT_SECS) * 1000,
    env: io.env,
    workdir: io.cwd,
    nowMs: () => world.nowMs(),
    wallMs: () => io.nowMs(),
    onRun: (what, result) => io.out(`${paint.dim(lineOf(what, result))}\n`),
    onProblem: (what, problem) => io.err(`error: ${shown(`${what}: ${(problem as Error).message}`)}\n`),
    ...(stateDir !== undefined && { stateDir }),
  })
  try {
    io.out(
      `${paint.bold('workflow')} ${shown(workflow.name)}${serving.url === undefined ? '' : ` on ${serving.url}`}, ${serving.triggers} triggers\n`,
    )
    await stopped(serving.url)
  } finally {
    await serving.close()
    await chosen.finish()
  }
  return 0
}

function lineOf(what: string, { status, runId, lastNode, error }: RunResult): string {
  return shown(
    [what, status, runId, lastNode ?? '', error?.message ?? ''].filter((part) => part !== '').join('  '),
  )
}

function portFrom(written: string | boolean | undefined): number {
  if (written === undefined) return DEFAULT_PORT
  if (typeof written === 'string' && /^\d{1,5}$/u.test(written) && Number(written) <= 65_535)
    return Number(written)
  throw new HoldfastError('HF_USAGE', `--port must be a number from 0 to 65535, not \`${String(written)}\``)
}
