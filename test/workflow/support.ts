import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { FileText } from '../../src/contract/index.ts'
import {
  createEngine,
  loadWorkflow,
  nodeWorld,
  scriptedBackend,
  type Engine,
  type EngineOptions,
  type ScriptedTurn,
  type Workflow,
} from '../../src/workflow/index.ts'

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-workflow-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function readNamed(name: string, from: string): FileText {
  const file = isAbsolute(name) ? name : resolve(dirname(from), name)
  try {
    return { ok: true, file, text: readFileSync(file, 'utf8') }
  } catch {
    return { ok: false, reason: 'there is no such file' }
  }
}

export function workflowOf(
  text: string,
  file = join(process.cwd(), 'test.toml'),
  backends = ['default'],
): Workflow {
  const { workflow, problems } = loadWorkflow(file, text, { readFile: readNamed, backends })
  if (workflow === undefined)
    throw new Error(problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n'))
  return workflow
}

export function engineOf(
  text: string,
  options: Partial<EngineOptions> & { readonly file?: string; readonly workdir?: string } = {},
): Engine {
  const { file, workdir, ...rest } = options
  return createEngine({
    workflow: workflowOf(text, file),
    ...(workdir !== undefined && { world: nodeWorld({ workdir }) }),
    ...rest,
  })
}

export const START = 'name = "test"\n[[start_nodes]]\nname = "main"\nsource = "manual"\nentry_node = "a"\n'

/** Nodes one after the other: `a`, `b`, …, each given as its fields. */
export function chain(...nodes: readonly string[]): string {
  const ids = nodes.map((_, index) => String.fromCodePoint(97 + index))
  const tables = nodes.map((fields, index) => `[[nodes]]\nid = "${ids[index]}"\n${fields}\n`)
  const edges = ids.slice(1).map((id, index) => `[[edges]]\nfrom = "${ids[index]}"\nto = "${id}"\n`)
  return `${START}${tables.join('')}${edges.join('')}`
}

export function turnsOf(...contents: readonly string[]): ScriptedTurn[] {
  return contents.map((content) => [{ content, promptTokens: 10, completionTokens: 2 }])
}

export function scripted(...contents: readonly string[]) {
  return { default: scriptedBackend(turnsOf(...contents)) }
}

export function fileIn(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
