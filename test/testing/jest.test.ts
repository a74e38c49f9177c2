import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const jest = join(dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin/jest.js')

const CASES = `
import { expect, test } from '@jest/globals'
import './jest-matchers.mjs'
import { toolCall, turnStart } from './testing.mjs'

const contract = ${JSON.stringify(join(import.meta.dirname, 'contract.yaml'))}
const bad = [turnStart('Tidy up.'), toolCall('bash', { command: 'rm -rf /' })]

test('events that keep it', () => expect([turnStart('Hello.')]).toHonour(contract))
test('events that break it', () => expect(bad).not.toHonour(contract))
test('an agent', () =>
  expect(async (prompt, { tools }) => tools.echo({ prompt })).toHonour(contract, {
    prompts: ['Hello.'],
    tools: { echo: ({ prompt }) => prompt },
  }))
test('this one fails', () => expect(bad).toHonour(contract))
`

/** A project of its own beside the installed packages, with Jest as people run it on modules. */
async function jestProject(): Promise<string> {
  const folder = join(root, 'node_modules', `.holdfast-jest-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await build({
    entryPoints: {
      testing: join(root, 'src/testing/index.ts'),
      'jest-matchers': join(root, 'src/testing/jest.ts'),
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'cases.test.mjs'), CASES)
  const config = {
    rootDir: folder,
    transform: {},
    testEnvironment: 'node',
    testMatch: ['**/*.test.mjs'],
    testPathIgnorePatterns: [],
    moduleFileExtensions: ['mjs', 'js', 'json'],
    haste: { retainAllFiles: true },
    watchman: false,
  }
  writeFileSync(join(folder, 'jest.config.json'), JSON.stringify(config))
  return folder
}

test(
  'the matchers work in Jest, and a failure shows clause, line and fix',
  { timeout: 120_000 },
  async () => {
    const folder = await jestProject()
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--experimental-vm-modules',
        jest,
        '--config',
        join(folder, 'jest.config.json'),
        '--json',
        '--runInBand',
      ],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, CI: 'true', FORCE_COLOR: '0' } },
    )
    expect(stdout, stderr).toMatch(/^\{/u)
    const { testResults } = JSON.parse(stdout) as {
      testResults: {
        message: string
        assertionResults: { title: string; status: string; failureMessages: string[] }[]
      }[]
    }
    const results = testResults[0]!.assertionResults
    expect(results.map(({ title, status }) => `${title}: ${status}`)).toEqual([
      'events that keep it: passed',
      'events that break it: passed',
      'an agent: passed',
      'this one fails: failed',
    ])
    const message = results[3]!.failureMessages.join('\n')
    expect(message).toContain('no-destruction')
    expect(message).toContain('contract.yaml:9:7')
    expect(message).toContain('fix       a command that does not do what')
  },
)
