import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as sdk from '../../src/sdk/index.ts'

const root = join(import.meta.dirname, '../../src/sdk')

test('no file of the SDK imports a package, so that peers stay optional', () => {
  const packages = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^'.][^']*)'/gu)]
        .map(([, name]) => name!)
        .filter((name) => !name.startsWith('node:')),
    )
  expect(packages).toEqual([])
})

test('these names are public', () => {
  expect(Object.keys(sdk).sort()).toEqual([
    'ContractBreachError',
    'aiSdkMiddleware',
    'breachIn',
    'claudeAgentHooks',
    'createGuard',
    'langchainMiddleware',
    'memoryStore',
    'openStore',
    'openaiAgentsGuardrails',
    'wrap',
  ])
})
