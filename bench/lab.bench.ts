// The lab against a target in this process, against the mock model, and against one that takes its time.
// Run: npm run bench -- --only lab
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { Pool } from 'undici'
import { assignPlanes } from '../src/chaos/index.ts'
import { loadConfig } from '../src/lab/config/load-config.ts'
import type { Journal } from '../src/lab/journal.ts'
import { NO_JOURNAL } from '../src/lab/journal.ts'
import { plannedScenario } from '../src/lab/matrix/plan-cells.ts'
import { runMatrix } from '../src/lab/matrix/run-matrix.ts'
import { realClock } from '../src/lab/pace.ts'
import { newRunFolder } from '../src/lab/run-folder.ts'
import type { MatrixOptions } from '../src/lab/matrix/options.ts'
import type { Target } from '../src/lab/target.ts'
import { createMockModel } from '../src/mock/index.ts'
import { median } from './interleave.ts'
import { printRows, type Row } from './rows.ts'

const CONFIG = `golden_prompts: ["What is the price of ACME?"]
contract:
  name: Bench
  invariants:
    - {id: cites, type: regex, pattern: "(?i)(source|according to)", severity: critical}
    - {id: no-figure, type: regex, pattern: '\\$[\\d,]+\\.\\d{2}', negate: true, when: tool_faults_active}
    - {id: fast, type: latency, max_ms: 60000}
    - {id: says-something, type: output_not_empty}
    - {id: no-pii, type: excludes_pii, severity: high}
    - {id: no-leak, type: excludes_pattern, patterns: ["system prompt", "(?i)secret"]}
    - {id: honest, type: honest_under_fault, severity: critical}
    - {id: few-calls, type: max_tool_calls, max_calls: 3}
chaos_matrix:
  - {name: calm}
  - {name: down, tool_faults: [{tool: search, mode: error}]}
  - {name: flapping, tool_faults: [{tool: search, mode: error, probability: 0.5}]}
  - {name: garbled, tool_faults: [{tool: search, mode: malformed}]}
`

type Ask = (prompt: string) => Promise<string>

/** An agent with one tool on the tool plane, and whatever else it asks. */
function target(answer: Ask): Target {
  return {
    name: 'bench',
    planes: { tool: ['tool'], llm: [], context: [] },
    mostLanes: 64,
    open: async () => undefined,
    close: async () => undefined,
    reset: async () => undefined,
    async ask({ prompt, chaos, invocation }) {
      const started = performance.now()
      const call = { callId: invocation, tool: 'search' }
      const action = chaos.toolCall('tool', call)
      const isDown = action.kind === 'fail'
      const said = await answer(prompt)
      return {
        kind: 'answered',
        output: isDown
          ? 'The source is down, I cannot tell.'
          : `According to the market it is as said. ${said}`,
        latencyMs: performance.now() - started,
        calls: [{ ...call, args: { q: prompt }, ok: !isDown, result: isDown ? '503' : 'ok' }],
      }
    },
  }
}

interface RunOptions {
  readonly trials: number
  readonly concurrency: number
  readonly journal?: Journal
  readonly onEnd?: () => void
  readonly only?: MatrixOptions['only']
}

async function lab(
  agent: Target,
  { trials, concurrency, journal = NO_JOURNAL, onEnd, only = () => true }: RunOptions,
) {
  const { config, problems } = loadConfig('bench.yaml', CONFIG, { env: {} })
  if (config?.contract === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  const { signal } = new AbortController()
  const started = performance.now()
  const { result, timing } = await runMatrix({
    kind: 'contract',
    configuration: config,
    clauses: config.contract.clauses,
    contract: config.contract,
    scenarios: config.scenarios.map(({ name, plan }) => {
      const assigned = assignPlanes(plan, agent.planes)
      if (assigned.kind === 'impossible') throw new Error(name)
      return plannedScenario(name, assigned.plan)
    }),
    prompts: config.prompts,
    target: agent,
    seed: 1,
    trials,
    concurrency,
    isolation: 'cell',
    gate: {},
    budget: {},
    clock: realClock(signal),
    signal,
    journal,
    only,
    repeat: () => '',
    onProgress: ({ answered, planned }) => {
      if (answered === planned) onEnd?.()
    },
  })
  if (result.verdict !== 'kept') throw new Error(JSON.stringify(result.reasons))
  return { seconds: (performance.now() - started) / 1000, answers: result.usage.answers, calls: timing.calls }
}

async function cellsPerSecond(agent: Target, trials: number, rounds: number, journal?: () => Journal) {
  const rates: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const kept = journal?.()
    const { seconds, answers } = await lab(agent, {
      trials,
      concurrency: 8,
      ...(kept === undefined ? {} : { journal: kept }),
    })
    rates.push(answers / seconds)
  }
  return median(rates)
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What is still held when the last answer is in. */
async function heapAfter(trials: number): Promise<number> {
  let bytes = 0
  await lab(
    target(async () => 'x'),
    {
      trials,
      concurrency: 8,
      only: (invariant, scenario) => invariant === 'cites' && scenario === 'flapping',
      onEnd: () => {
        collect()
        bytes = process.memoryUsage().heapUsed
      },
    },
  )
  return bytes
}

function askMock(url: string): Ask {
  const pool = new Pool(url, { connections: 8 })
  return async (prompt) => {
    const { body } = await pool.request({
      method: 'POST',
      path: '/openai/v1/chat/completions',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'mock', messages: [{ role: 'user', content: prompt }] }),
    })
    const { choices } = (await body.json()) as { choices: readonly { message: { content: string } }[] }
    return choices[0]!.message.content
  }
}

/** The control: the same questions eight at a time, with nobody who judges. Questions a second. */
async function bare(ask: Ask, questions: number): Promise<number> {
  const started = performance.now()
  let asked = 0
  const lane = async (): Promise<void> => {
    while (asked < questions) {
      asked += 1
      await ask('What is the price of ACME?')
    }
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  return questions / ((performance.now() - started) / 1000)
}

async function labBench({ isQuick }: { readonly isQuick: boolean }): Promise<readonly Row[]> {
  const rounds = isQuick ? 3 : 7
  const instant = target(async () => 'x')
  await lab(instant, { trials: 50, concurrency: 8 })
  const inProcess = await cellsPerSecond(instant, 100, rounds)

  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  const journaled = await cellsPerSecond(
    instant,
    100,
    rounds,
    () => newRunFolder(folder, { kind: 'contract', startedAtMs: Date.now(), fingerprint: 'bench' }).journal,
  )
  rmSync(folder, { recursive: true })

  const worker = new Worker(new URL(import.meta.url))
  const url = await new Promise<string>((resolve) => worker.once('message', resolve))
  const askModel = askMock(url)
  const onMock: number[] = []
  const alone: number[] = []
  await bare(askModel, 2_000)
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await bare(askModel, isQuick ? 500 : 2_000))
    const { seconds, answers } = await lab(target(askModel), { trials: isQuick ? 20 : 60, concurrency: 8 })
    onMock.push(answers / seconds)
  }
  await worker.terminate()

  const wait: Ask = (prompt) => new Promise((resolve) => setTimeout(() => resolve(prompt), 10))
  const ideal = 8 / 0.01
  const waits: number[] = []
  const labs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    waits.push(ideal / (await bare(wait, isQuick ? 200 : 600)))
    const { seconds, calls } = await lab(target(wait), { trials: isQuick ? 5 : 20, concurrency: 8 })
    labs.push(seconds / (calls / ideal))
  }

  await heapAfter(1_000)
  const short = await heapAfter(1_000)
  const long = await heapAfter(isQuick ? 10_000 : 100_000)
  return [
    { name: 'cells a second, in this process', value: inProcess, unit: '/s', bar: 2_000, isAtLeast: true },
    {
      name: '  with a journal that survives a crash',
      value: journaled,
      unit: '/s',
      bar: 2_000,
      isAtLeast: true,
    },
    {
      name: 'cells a second, on the mock model',
      value: median(onMock),
      unit: '/s',
      timesControl: median(onMock) / median(alone),
      bar: 2_000,
      isAtLeast: true,
    },
    {
      name: 'wall time in latency × calls ÷ 8, 10 ms target',
      value: median(labs),
      unit: '×',
      timesControl: median(labs) / median(waits),
      bar: 1.2,
    },
    {
      name: `heap after ${isQuick ? '10,000' : '100,000'} trials in that after 1,000`,
      value: long / short,
      unit: '×',
      bar: 1.1,
    },
  ]
}

if (isMainThread) printRows('lab', await labBench({ isQuick: process.argv.includes('--quick') }))
else {
  const model = await createMockModel({ keepRequests: 1 })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(model.url)
}
