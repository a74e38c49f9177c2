import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { nodeIo } from '../../src/cli/node-io.ts'
import {
  findScenarioFiles,
  runSuite,
  suiteReport,
  type ReportOptions,
  type ScenarioReport,
  type SuiteOptions,
  type SuiteReport,
} from '../../src/conformance/index.ts'

export const CORPUS = resolve(import.meta.dirname, '../../corpus/conformance')

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-conformance-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder with these files, gone when the test is over. */
export function corpusOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

export function suiteOptions(): SuiteOptions {
  const io = nodeIo()
  return {
    workdir: process.cwd(),
    env: process.env,
    readFile(name, from) {
      const beside = isAbsolute(name) ? name : resolve(dirname(from), name)
      return io.readText(name === from ? name : beside, 8_000_000)
    },
  }
}

export async function reportOf(
  folder: string,
  options: Partial<SuiteOptions> = {},
  numbers: ReportOptions = {},
): Promise<SuiteReport> {
  return suiteReport(await runSuite(findScenarioFiles(folder), { ...suiteOptions(), ...options }), numbers)
}

/** The report of a single scenario. */
export async function scenarioOf(toml: string, options: Partial<SuiteOptions> = {}): Promise<ScenarioReport> {
  const { scenarios } = await reportOf(corpusOf({ 'one.toml': toml }), options)
  return scenarios[0]!
}

/** Runs a command line over real files. */
export async function run(
  ...argv: readonly string[]
): Promise<{ exit: number; stdout: string; stderr: string }> {
  let stdout = ''
  let stderr = ''
  const io = {
    ...nodeIo(),
    colour: false,
    out: (text: string) => void (stdout += text),
    err: (text: string) => void (stderr += text),
  }
  const exit = await main(argv, io)
  return { exit, stdout, stderr }
}

export const START = '[[start_nodes]]\nname = "main"\nsource = "manual"\nentry_node = "a"\n'

/** A scenario around nodes `a`, `b`, … that follow one another. */
export function chained(name: string, nodes: readonly string[], rest: string, head = ''): string {
  const ids = nodes.map((_, index) => String.fromCodePoint(97 + index))
  const tables = nodes.map((fields, index) => `[[nodes]]\nid = "${ids[index]}"\n${fields}\n`)
  const edges = ids.slice(1).map((id, index) => `[[edges]]\nfrom = "${ids[index]}"\nto = "${id}"\n`)
  return `name = "${name}"\n${head}\n[workflow]\ninline = '''\nname = "flow"\n${START}${tables.join('')}${edges.join('')}'''\n${rest}`
}

export const ASK = 'type = "llm_infer"\nbackend = "default"\nprompt = "go"\noutput_schema = "inline"'
