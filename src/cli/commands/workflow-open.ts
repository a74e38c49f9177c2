import { HoldfastError } from '../../kit/errors.ts'
import type { FileText } from '../../contract/index.ts'
import {
  loadWorkflow,
  MAX_WORKFLOW_CHARS,
  type LoadWorkflowResult,
  type Workflow,
} from '../../workflow/index.ts'
import type { CliIo } from '../io.ts'
import { printProblems } from '../problems.ts'
import { contractWords } from '../words.ts'

const MAX_BYTES = MAX_WORKFLOW_CHARS * 3

/** A file named by another is looked for beside it, then in the working directory. */
function readNamed(io: CliIo, name: string, from: string): FileText {
  const beside = io.readText(name, MAX_BYTES, from)
  return beside.ok ? beside : io.readText(name, MAX_BYTES)
}

export function readWorkflow(
  path: string,
  io: CliIo,
  backends: readonly string[] = ['default'],
): LoadWorkflowResult {
  const read = io.readText(path, MAX_BYTES)
  if (!read.ok) throw new HoldfastError('HF_FILE', `cannot read \`${path}\`: ${read.reason}`)
  return loadWorkflow(read.file, read.text, {
    readFile: (name, from) => readNamed(io, name, from),
    vocabulary: contractWords(io),
    backends,
  })
}

/** A workflow that loads, or its problems on the screen and nothing. */
export function openWorkflow(path: string, io: CliIo): Workflow | undefined {
  const { workflow, problems, sources } = readWorkflow(path, io)
  printProblems(
    io,
    workflow === undefined ? problems : problems.filter(({ level }) => level === 'error'),
    sources,
  )
  return workflow
}

export function onlyFile(args: readonly string[], usage: string): string {
  const [file] = args
  if (file === undefined) throw new HoldfastError('HF_USAGE', 'no workflow file is named', usage)
  return file
}

/** A whole number above 0 from an option. */
export function countFrom(name: string, written: string | boolean | undefined, fallback: number): number {
  if (written === undefined) return fallback
  if (typeof written === 'string' && /^\d{1,9}$/u.test(written) && Number(written) > 0) return Number(written)
  throw new HoldfastError('HF_USAGE', `${name} must be a whole number above 0, not \`${String(written)}\``)
}
