// A hook process from start to verdict, next to a bare Node that does nothing. Run: npm run bench -- --only hook
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { median } from './interleave.ts'
import { printRows, type Row } from './rows.ts'

const BAR = 1.5

const HEADER =
  'dsl_version: "0.4"\ncontractspec: "1.0"\nkind: agent\nname: bench\ndescription: ""\nversion: "1"\ninvariants:\n  process:\n'
const BLOCKLIST =
  '    - tool_blocklist: {tools: ["rm -rf /*", "rm --no-preserve-root", "curl|bash", "*--no-verify"]}\n'
const MEMORY =
  '    - repetition_guard: {window_size: 20, max_repeats: 5}\n    - tool_allowlist: {tools: [Read, Write, Edit, Grep, Glob, Bash]}\n'
const REST =
  '    - must_state: {field: cost, before_tool_pattern: "paid_*"}\n    - must_precede: {before: challenge, after: recommendation}\n    - context_budget: {max_tokens_per_turn: 60000}\n    - process_drift: {window_size: 10, jsd_threshold: 0.9}\n    - judge_predicate: {rubric: "is polite"}\n    - pii_filter: {patterns: [email, phone, ssn, credit_card, api_key, ip_address], action: redact}\n    - cost_ceiling: {max_usd_per_session: 1000.0, action_on_breach: deny}\n'

async function hookBench({ isQuick }: { readonly isQuick: boolean }): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  try {
    return rowsOf(measured(folder, isQuick ? 11 : 41))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Subject {
  readonly name: string
  readonly args: readonly string[]
  readonly input?: () => string
  readonly milliseconds: number[]
}

function measured(folder: string, rounds: number): readonly Subject[] {
  const bundler = resolve(import.meta.dirname, '../scripts/bundle-hook.mjs')
  spawnSync(process.execPath, [bundler, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  const subject = (name: string, clauses: string, session: string): Subject => {
    const contract = join(folder, `${session}.yaml`)
    writeFileSync(contract, `${HEADER}${clauses}`)
    const args = [join(folder, 'hook.cjs'), 'claude-code', '--contract', contract]
    return { name, args, input: payloads(session), milliseconds: [] }
  }
  const subjects: readonly Subject[] = [
    { name: 'control: node -e 0', args: ['-e', '0'], milliseconds: [] },
    subject('hook, a blocklist', BLOCKLIST, 'stateless'),
    subject('hook, three clauses with memory', `${BLOCKLIST}${MEMORY}`, 'memory'),
    subject('hook, all ten operators', `${BLOCKLIST}${MEMORY}${REST}`, 'ten'),
  ]
  const env = { ...process.env, HOLDFAST_HOME: join(folder, 'home') }
  // the first rounds read the contracts and fill the code cache, as an installation does
  for (let round = -3; round < rounds; round += 1)
    for (const { args, input, milliseconds } of subjects) {
      const started = process.hrtime.bigint()
      const { status, stderr } = spawnSync(process.execPath, args, {
        env,
        input: input?.() ?? '',
        encoding: 'utf8',
      })
      const took = Number(process.hrtime.bigint() - started) / 1_000_000
      if (status !== 0 || stderr !== '') throw new Error(`the hook failed: ${stderr}`)
      if (round >= 0) milliseconds.push(took)
    }
  return subjects
}

/** A call after another of one session, each with its own command and id. */
function payloads(session: string): () => string {
  let count = 0
  return () => {
    count += 1
    return JSON.stringify({
      session_id: session,
      transcript_path: '/nowhere',
      cwd: '/nowhere',
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: `git log --oneline -n ${count} -- src && npm test` },
      tool_use_id: `toolu_${count}`,
    })
  }
}

function rowsOf(subjects: readonly Subject[]): readonly Row[] {
  const control = median(subjects[0]!.milliseconds)
  return subjects.flatMap(({ name, milliseconds }, index): readonly Row[] => {
    const value = median(milliseconds)
    const row: Row = { name, value: value * 1_000_000, unit: 'ns', timesControl: value / control }
    return [index === 0 ? row : { ...row, bar: control * BAR * 1_000_000 }]
  })
}

printRows('hook: process start to verdict', await hookBench({ isQuick: process.argv.includes('--quick') }))
