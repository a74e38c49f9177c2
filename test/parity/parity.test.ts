import { readdirSync, readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { OPERATORS } from '../../src/contract/operators/index.ts'
import { compare, readTranscript, type SendToHook, type Transcript } from '../../src/parity/index.ts'
import { run } from '../fake-io.ts'
import { hookFile } from '../hooks/hook-process.ts'

const folder = new URL('../../corpus/parity/', import.meta.url)

const TRANSCRIPTS = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => loaded(file, readFileSync(new URL(file, folder), 'utf8')))

function loaded(file: string, text: string): Transcript {
  const { transcript, problems } = readTranscript(file, text)
  expect(problems).toEqual([])
  return transcript!
}

test.each(TRANSCRIPTS.map((transcript) => [transcript.name, transcript] as const))(
  'every surface agrees: %s',
  async (_name, transcript) => {
    const { disagreements, standing } = await compare(transcript)
    expect(disagreements).toEqual([])
    expect(standing).toMatchObject({ engine: 'same', proxy: 'same', sdk: 'same' })
  },
)

test('the transcripts hold a breach of each of the ten operators', () => {
  const broken = new Set(
    TRANSCRIPTS.flatMap(({ contractText, expect: findings }) => {
      const { invariants } = JSON.parse(contractText) as {
        invariants: { process?: Record<string, { id: string }>[] }
      }
      return (invariants.process ?? [])
        .flatMap((clause) => Object.entries(clause))
        .filter(([, { id }]) => findings.some((line) => line.includes(` ${id}/`)))
        .map(([operator]) => operator)
    }),
  )
  expect([...broken].toSorted()).toEqual(OPERATORS.map(({ name }) => name).toSorted())
  expect(TRANSCRIPTS.length).toBeGreaterThanOrEqual(30)
})

/** The very process that Claude Code starts. */
const hookProcess: SendToHook = (payload, { contractFile, home }) =>
  new Promise((resolve) => {
    const argv = [hookFile(), 'claude-code', '--contract', contractFile]
    const child = spawn(process.execPath, argv, { env: { PATH: process.env['PATH'], HOLDFAST_HOME: home } })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => (stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    child.stdin.end(JSON.stringify(payload))
    child.on('close', (exitCode) => resolve({ exitCode: exitCode ?? -1, stdout, stderr }))
  })

test.each([
  'blocked-command',
  'repeated-action',
  'cost-denies-calls',
  'must-state-in-text',
  'result-blocked',
])('hook processes agree too: %s', async (name) => {
  const transcript = TRANSCRIPTS.find(({ file }) => file === `${name}.yaml`)!
  expect((await compare(transcript, { sendToHook: hookProcess })).disagreements).toEqual([])
})

const HARMLESS = `
name: a transcript that expects what never happens
clauses: [{ tool_blocklist: { id: none, tools: [rm] } }]
turns: [{ user: Hello., replies: [Hello!] }]
expect: [tool-call bash deny none/command-blocked]
`

test('a surface that finds something else is told with both accounts', async () => {
  const { standing, disagreements } = await compare(loaded('harmless.yaml', HARMLESS))
  expect(standing.engine).toBe('differs')
  expect(disagreements).toEqual([
    { where: 'engine', wanted: ['tool-call bash deny none/command-blocked'], got: [] },
  ])
})

test('a surface that lets too much through disagrees, also where the transcript ends', async () => {
  const text = HARMLESS.replace(
    'replies: [Hello!]',
    'replies: [{ calls: [{ tool: bash, args: { command: ls } }] }]',
  )
  const { standing, disagreements } = await compare(loaded('harmless.yaml', text))
  expect(standing.engine).toBe('differs')
  expect(disagreements[0]?.got).toEqual([])
  expect(disagreements.map(({ where }) => where)).toEqual(['engine'])
})

test('a surface that is called blind and is not, is a disagreement', async () => {
  const text = HARMLESS.replace(/^expect.*$/mu, 'blind: [mcp]')
  const { disagreements } = await compare(loaded('harmless.yaml', text))
  expect(disagreements.map(({ where }) => where)).toEqual(['mcp is declared blind and sees all'])
})

test('a transcript with an unknown key is refused with its place', () => {
  const { transcript, problems } = readTranscript('t.yaml', 'name: x\nturn: []\n')
  expect(transcript).toBeUndefined()
  expect(problems.map(({ line, message }) => [line, message])).toContainEqual([2, 'unknown key `turn`'])
})

test('the command prints where each surface stands and ends with 0', async () => {
  const file = fileURLToPath(new URL('must-state-declared.yaml', folder))
  const { exit, stdout } = await run(['parity', file], { [file]: readFileSync(file, 'utf8') })
  expect(exit).toBe(0)
  expect(stdout).toMatch(/ {2}engine {3}proxy {4}sdk {6}hook {5}mcp\n/u)
  expect(stdout).toMatch(/ {2}same {5}same {5}same {5}partly {3}partly\n/u)
  expect(stdout).toContain('partly  mcp, 1 of 1: it does not see\n')
  expect(stdout).toContain('declared state and scopes: a hook is given no place for them\n')
  expect(stdout).toContain('1 transcripts, in every wire format, whole and streamed: every surface agrees\n')
})
