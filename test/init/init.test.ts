import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { loadContract } from '../../src/contract/index.ts'
import { agentChoice, detectProject, filesFor } from '../../src/init/index.ts'
import { workplace } from '../ci/workplace.ts'
import { fakeIo } from '../fake-io.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-init-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

test('a Node project is known by its packages', () => {
  put(
    'package.json',
    JSON.stringify({ dependencies: { ai: '6', openai: '6' }, devDependencies: { '@google/genai': '2' } }),
  )
  put('pnpm-lock.yaml', '')
  mkdirSync(join(folder, '.claude'))
  expect(detectProject(folder)).toEqual({
    language: 'node',
    packageManager: 'pnpm',
    frameworks: ['Vercel AI SDK'],
    providers: ['openai', 'gemini'],
    codingAgents: ['Claude Code'],
  })
})

test('a Python project is known by either of its files', () => {
  put('pyproject.toml', '[project]\ndependencies = [\n  "langchain>=1",\n  "anthropic",\n]\n')
  put('requirements.txt', 'openai==2.0  # the client\n')
  expect(detectProject(folder)).toMatchObject({
    language: 'python',
    frameworks: ['LangChain'],
    providers: ['anthropic', 'openai'],
  })
})

test('a broken package.json is no reason to stop', () => {
  put('package.json', '{ "dependencies": ')
  expect(detectProject(folder)).toMatchObject({ language: 'node', frameworks: [] })
})

test.each([
  ['http://localhost:8000/invoke', 'http'],
  ['./src/agent.ts:answer', 'module'],
  ['agent.mjs', 'module'],
  ['my_agent.main:answer', 'python'],
])('`%s` is taken for an agent of type %s', (written, type) => {
  expect(agentChoice(written).type).toBe(type)
})

test('the contract that is written loads without a word', () => {
  const [contract] = filesFor({ type: 'starter' }, detectProject(folder))
  expect(loadContract(contract!.path, contract!.text).problems).toEqual([])
})

test('--yes writes everything and replaces nothing', async () => {
  const first = { ...fakeIo(), cwd: folder }
  expect(await main(['init', '--yes', '--no-run'], first)).toBe(0)
  expect(read('holdfast.yaml')).toContain('starter-agent.mjs')
  expect(read('.github/workflows/holdfast.yml')).toContain('holdfast ci')
  put('contract.yaml', 'mine')
  const second = { ...fakeIo(), cwd: folder }
  expect(await main(['init', '--yes', '--no-run'], second)).toBe(2)
  expect(second.stderr()).toContain('nothing was written')
  expect(read('contract.yaml')).toBe('mine')
  expect(await main(['init', '--yes', '--no-run', '--force'], { ...fakeIo(), cwd: folder })).toBe(0)
  expect(read('contract.yaml')).not.toBe('mine')
})

test('a word that names no agent is refused before anything is written', async () => {
  const io = { ...fakeIo(), cwd: folder }
  expect(await main(['init', '--agent', 'what?'], io)).toBe(2)
  expect(io.stderr()).toContain('does not name an agent')
  expect(() => read('contract.yaml')).toThrow()
})

test('what was written is tried once, and what that finds is told', async () => {
  const place = workplace()
  try {
    const { exit, stdout } = await place.run('init', '--yes')
    expect(exit).toBe(0)
    expect(stdout).toContain('KEPT  overall 100.00 %')
    expect((await place.run('ci')).exit).toBe(0)
  } finally {
    place.remove()
  }
})

test('an agent that is not there yet is no reason to write nothing', async () => {
  const place = workplace()
  try {
    const { exit, stdout, stderr } = await place.run('init', '--yes', '--agent', 'http://127.0.0.1:9/invoke')
    expect(exit, stderr).toBe(0)
    expect(`${stdout}${stderr}`).toMatch(/127\.0\.0\.1:9/u)
    expect(place.read('holdfast.yaml')).toContain('http://127.0.0.1:9/invoke')
  } finally {
    place.remove()
  }
})
