// Walking a workflow, next to a control that visits as many nodes without an engine, and running scenarios. Run: npm run bench -- --only workflow
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findScenarioFiles, runSuite, type SuiteOptions } from '../src/conformance/index.ts'
import { createEngine, loadWorkflow, nodeWorld, type Engine } from '../src/workflow/index.ts'
import { interleave, median } from './interleave.ts'
import { printRows, type Row } from './rows.ts'

const start = 'name = "bench"\n[[start_nodes]]\nname = "main"\nsource = "manual"\nentry_node = "n0"\n'
const node = (id: number, type: string) => `[[nodes]]\nid = "n${id}"\ntype = "${type}"\n`
const edge = (from: number) => `[[edges]]\nfrom = "n${from}"\nto = "n${from + 1}"\n`

/** A chain of merges that ends in a terminate. */
function chain(length: number): string {
  const ids = Array.from({ length }, (_, id) => id)
  const nodes = ids.map((id) => node(id, id === length - 1 ? 'terminate' : 'merge'))
  return [start, ...nodes, ...ids.slice(0, -1).map(edge)].join('')
}

/** Twenty nodes that do something: parse, select, render, compare, branch. */
function mixed(): string {
  const kinds = [
    'type = "parse_json"\ninput_from = "trigger.text"\n',
    'type = "json_select"\ninput_from = "n0.parsed"\npath = "a.b"\n',
    'type = "template_render"\ntemplate = "hello {{value}}"\ninput_from = "n1"\n',
    'type = "diff_compute"\nleft_from = "n0.parsed"\nright_from = "n1.value"\n',
  ]
  const ids = Array.from({ length: 20 }, (_, id) => id)
  const nodes = ids.map((id) => `[[nodes]]\nid = "n${id}"\n${kinds[id % 4]}`)
  return [start, ...nodes, ...ids.slice(0, -1).map(edge)].join('')
}

const world = nodeWorld()

function engineOf(text: string): Engine {
  const { workflow, problems } = loadWorkflow('bench.toml', text)
  if (workflow === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  return createEngine({ workflow, world })
}

/** What any walk must do: look at the clock, keep an entry, go to the next. */
function control(length: number): () => unknown {
  const next = Array.from({ length }, (_, id) => (id === length - 1 ? -1 : id + 1))
  return () => {
    const trace: { id: number; at: number }[] = []
    for (let id = 0; id >= 0; id = next[id]!) trace.push({ id, at: performance.now() })
    return trace
  }
}

const suite: SuiteOptions = {
  workdir: process.cwd(),
  env: process.env,
  readFile: (file) => ({ ok: true, file, text: readFileSync(file, 'utf8') }),
}

/** Files with the three-variant router in them, gone when `use` is done with them. */
async function withRouters<T>(
  files: number,
  trials: number,
  use: (files: readonly string[]) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  const router = readFileSync(
    join(import.meta.dirname, '../corpus/conformance/capabilities/reliability-router.toml'),
    'utf8',
  )
  for (let index = 0; index < files; index += 1)
    writeFileSync(
      join(folder, `${index}.toml`),
      router.replace('trials = 8', `trials = ${trials}`).replace('"reliability-router"', `"router-${index}"`),
    )
  try {
    return await use(findScenarioFiles(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** How many a second, the files read and the report's numbers counted. */
async function perSecond(
  name: string,
  files: number,
  trials: number,
  count: number,
  rounds: number,
): Promise<Row> {
  const seconds = await withRouters(files, trials, async (found) => {
    const samples: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const started = performance.now()
      const { entries } = await runSuite(found, suite)
      if (entries.some((entry) => entry.kind !== 'run' || entry.result.passedTrials !== trials))
        throw new Error('the router does not pass')
      samples.push((performance.now() - started) / 1000)
    }
    return median(samples.slice(1))
  })
  return { name, value: count / seconds, unit: '/s' }
}

async function workflowBench({ isQuick }: { readonly isQuick: boolean }): Promise<readonly Row[]> {
  const one = engineOf(chain(1))
  const twenty = engineOf(chain(20))
  const thousand = engineOf(chain(1000))
  const working = engineOf(mixed())
  const text = chain(20)
  const { workflow: single } = loadWorkflow('bench.toml', chain(1))
  const input = { text: '{"a":{"b":"c"},"d":[1,2,3]}' }
  const timed = interleave(
    {
      'control: 20 clock reads and entries': control(20),
      '1-node walk': () => one.walk(),
      '20-node walk': () => twenty.walk(),
      '20 working nodes': () => working.walk({ input }),
      '1000-node walk': () => thousand.walk(),
      'cold start to first node': () => createEngine({ workflow: single!, world }).walk(),
      'read and validate 20 nodes': () => loadWorkflow('bench.toml', text),
    },
    { rounds: isQuick ? 9 : 41 },
  )
  const controlNs = timed[0]!.nanoseconds
  const of = (name: string) => timed.find((row) => row.name === name)!.nanoseconds
  const BARS: Readonly<Record<string, number>> = { '20-node walk': 3_000 }
  return [
    ...timed.map(({ name, nanoseconds }) => ({
      name,
      value: nanoseconds,
      unit: 'ns',
      timesControl: nanoseconds / controlNs,
      ...(BARS[name] === undefined ? {} : { bar: BARS[name] }),
    })),
    {
      name: '1000-node walk in 20-node walks',
      value: of('1000-node walk') / of('20-node walk'),
      unit: '×',
      bar: 60,
    },
    await perSecond('scenarios a second, read and run once', 400, 1, 400, isQuick ? 3 : 9),
    await perSecond('trials a second of the three-variant router', 1, 5000, 5000, isQuick ? 3 : 9),
  ]
}

printRows('workflow', await workflowBench({ isQuick: process.argv.includes('--quick') }))
