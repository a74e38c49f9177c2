import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const BIN = resolve(import.meta.dirname, '../../src/cli/bin.ts')
const TSX = resolve(import.meta.dirname, '../../node_modules/tsx/dist/esm/index.mjs')

const CONFIG = `version: "2.0"
agent: {type: module, endpoint: "./agent.mjs:answer", reset_function: "./agent.mjs:reset"}
golden_prompts: [one, two]
trials: 20
concurrency: 1
contract: {name: F, invariants: [{id: a, type: output_not_empty, severity: critical}]}
chaos_matrix: [{name: calm}]
`

/** Writes down every question before it answers. */
const AGENT = `import { appendFileSync } from 'node:fs'
export const reset = () => undefined
export async function answer(prompt, { invocation }) {
  appendFileSync('asked.log', invocation + '\\n')
  await new Promise((done) => setTimeout(done, 15))
  return prompt
}
`

function start(folder: string, ...words: readonly string[]): ChildProcess {
  return spawn(
    process.execPath,
    ['--import', TSX, BIN, 'contract', 'run', '-c', 'lab.yaml', '--json', ...words],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}

async function ended(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let stdout = ''
  let stderr = ''
  child.stdout!.on('data', (piece: Buffer) => (stdout += piece.toString()))
  child.stderr!.on('data', (piece: Buffer) => (stderr += piece.toString()))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, stdout, stderr }
}

async function untilAsked(folder: string, lines: number): Promise<void> {
  while (asked(folder).length < lines) await new Promise((done) => setTimeout(done, 10))
}

function asked(folder: string): readonly string[] {
  const file = join(folder, 'asked.log')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

test.each(['SIGKILL', 'SIGINT'] as const)(
  'a run that %s ended goes on where it stopped, with no answered question asked twice',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-crash-'))
    writeFileSync(join(folder, 'lab.yaml'), CONFIG)
    writeFileSync(join(folder, 'agent.mjs'), AGENT)
    const first = start(folder)
    const end = ended(first)
    await untilAsked(folder, 12)
    first.kill(signal)
    const { code, stderr } = await end
    if (signal === 'SIGINT') {
      expect(code).toBe(3)
      expect(stderr).toMatch(/called off; the same command with --resume \S+ goes on where it stopped/u)
    }
    const [id] = readdirSync(join(folder, '.holdfast/runs'))
    const second = await ended(start(folder, '--resume', id!))
    expect(second).toMatchObject({ code: 0 })
    expect(JSON.parse(second.stdout)).toMatchObject({
      verdict: 'kept',
      usage: { answers: 40 },
      cells: [{ trials: { total: 20, passed: 20 } }],
    })
    // the one under way at the end had not been answered
    const all = asked(folder)
    expect(all.length - new Set(all).size).toBeLessThanOrEqual(1)
    expect(new Set(all).size).toBe(41)
  },
  120_000,
)
