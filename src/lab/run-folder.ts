import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { HoldfastError } from '../kit/errors.ts'
import { makePrivateFolder, PRIVATE_FILE_MODE } from '../store/private-files.ts'
import type { Journal, JournalLine } from './journal.ts'
import type { RunResult, RunTiming } from './run-result.ts'

export const RUNS_FOLDER = '.holdfast/runs'

const PLAN_FORMAT = 'holdfast.plan/1'

/** What a run set out to do: only the same plan may be taken up again. */
export interface RunPlan {
  readonly format: typeof PLAN_FORMAT
  readonly kind: string
  readonly startedAtMs: number
  /** Changes with everything that the answers and their meaning depend on. */
  readonly fingerprint: string
}

/**
 * One folder a run: `plan.json`, `trials.jsonl` as it goes, `result.json` and `timing.json` at its end. It is made
 * with the first line, so that a run that cannot begin leaves nothing.
 */
export interface RunFolder {
  readonly id: string
  readonly path: string
  readonly journal: Journal
  finish(result: RunResult, timing: RunTiming): void
  close(): void
}

export function newRunFolder(root: string, plan: Omit<RunPlan, 'format'>): RunFolder {
  const stamp = new Date(plan.startedAtMs)
    .toISOString()
    .replace(/[-:]|\.\d+Z$/gu, '')
    .replace('T', '-')
  let id = stamp
  for (let count = 2; existsSync(join(root, id)); count += 1) id = `${stamp}-${count}`
  return openFolder(root, id, { format: PLAN_FORMAT, ...plan })
}

/** An earlier run of the same plan that did not come to its end: the named one, or the newest. */
export function resumeRunFolder(root: string, wanted: string | undefined, fingerprint: string): RunFolder {
  if (wanted !== undefined) {
    const plan = planOf(root, wanted)
    if (plan === undefined) throw new HoldfastError('HF_USAGE', `there is no run \`${wanted}\` in ${root}`)
    if (plan.fingerprint !== fingerprint)
      throw new HoldfastError(
        'HF_USAGE',
        `run \`${wanted}\` had another plan: its configuration, contract, seed or options have changed since`,
        'start a new run, or undo the change',
      )
    return openFolder(root, wanted, plan)
  }
  const id = idsIn(root)
    .toReversed()
    .find(
      (one) => planOf(root, one)?.fingerprint === fingerprint && !isFinished(join(root, one, 'result.json')),
    )
  if (id === undefined)
    throw new HoldfastError(
      'HF_USAGE',
      `no unfinished run of this plan is in ${root}`,
      'leave out --resume to start a new one',
    )
  return openFolder(root, id, planOf(root, id)!)
}

function idsIn(root: string): readonly string[] {
  return existsSync(root) ? readdirSync(root).sort() : []
}

function planOf(root: string, id: string): RunPlan | undefined {
  // an id is a name in the folder and never a path
  if (!idsIn(root).includes(id)) return undefined
  try {
    const plan = JSON.parse(readFileSync(join(root, id, 'plan.json'), 'utf8')) as RunPlan
    return plan.format === PLAN_FORMAT ? plan : undefined
  } catch {
    return undefined
  }
}

/** A run that was called off or ran out of its budget has a result and can still go on. */
function isFinished(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    const { reasons } = JSON.parse(readFileSync(file, 'utf8')) as RunResult
    return !reasons.some(({ code }) => code === 'budget' || code === 'interrupted')
  } catch {
    return false
  }
}

function openFolder(root: string, id: string, plan: RunPlan): RunFolder {
  const path = join(root, id)
  const trials = join(path, 'trials.jsonl')
  let descriptor: number | undefined
  const open = (): number => {
    if (descriptor !== undefined) return descriptor
    makePrivateFolder(path)
    if (!existsSync(join(path, 'plan.json'))) writeWhole(join(path, 'plan.json'), plan)
    const isTorn = endsTorn(trials)
    descriptor = openSync(trials, 'a', PRIVATE_FILE_MODE)
    if (isTorn) writeSync(descriptor, '\n')
    return descriptor
  }
  return {
    id,
    path,
    journal: {
      earlier: () => linesOf(trials),
      // straight to the system, so that a killed process loses nothing that was answered
      append: (line) => void writeSync(open(), `${JSON.stringify(line)}\n`),
    },
    finish(result, timing) {
      makePrivateFolder(path)
      writeWhole(join(path, 'timing.json'), timing)
      writeWhole(join(path, 'result.json'), result)
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}

/** Under another name first, so that nobody ever reads half of it. */
function writeWhole(file: string, value: unknown): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(value, undefined, 2)}\n`, { mode: PRIVATE_FILE_MODE })
  renameSync(`${file}.part`, file)
}

function endsTorn(file: string): boolean {
  if (!existsSync(file)) return false
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const last = Buffer.alloc(1)
    return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== LINE_FEED
  } finally {
    closeSync(descriptor)
  }
}

const LINE_FEED = 10

/** A line cut off by a crash was never acknowledged and is asked again. */
async function* linesOf(file: string): AsyncIterable<JournalLine> {
  if (!existsSync(file)) return
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const line = parsed(text)
    if (line !== undefined) yield line
  }
}

function parsed(text: string): JournalLine | undefined {
  try {
    return JSON.parse(text) as JournalLine
  } catch {
    return undefined
  }
}
