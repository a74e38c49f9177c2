import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
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

/** Fails when any of these is so much as looked for. */
const REFUSING = `
const peers = ${JSON.stringify([
  'openai',
  '@anthropic-ai/',
  '@google/genai',
  'ai',
  'langchain',
  '@langchain/',
  '@openai/',
  'vitest',
  'jest',
  'zod',
  '@photostructure/',
])}
export async function resolve(name, context, next) {
  if (peers.some((peer) => name === peer || name.startsWith(peer.endsWith('/') ? peer : peer + '/')))
    throw new Error('looked for ' + name)
  return next(name, context)
}`

const USE = `
import { createGuard, ContractBreachError, openStore } from './sdk.mjs'
const guard = createGuard({ text: ${JSON.stringify(`dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: x
description: ""
version: "1"
invariants: { process: [{ tool_blocklist: { id: no-rm, tools: [rm] } }] }
`)} })
try { guard.toolCall({ tool: 'rm' }) } catch (error) { console.log(error instanceof ContractBreachError) }
console.log(typeof (await openStore('memory:')).append)
`

test('in a program without any peer it loads and judges', async () => {
  const folder = join(root, '../../node_modules', `.holdfast-imports-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { metafile } = await build({
    entryPoints: { sdk: join(root, 'index.ts') },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    metafile: true,
    logLevel: 'error',
  })
  const entry = Object.values(metafile.outputs).find(({ entryPoint }) =>
    entryPoint?.endsWith('sdk/index.ts'),
  )!
  const eager = Object.keys(entry.inputs)
  // judges and databases are loaded with the first question for them
  expect(eager.filter((file) => /src\/judge\/|sqlite|jsonl/u.test(file))).toEqual([])
  expect(eager.some((file) => file.endsWith('src/sdk/wrap.ts'))).toBe(true)
  writeFileSync(join(folder, 'refusing.mjs'), REFUSING)
  writeFileSync(join(folder, 'use.mjs'), USE)
  const register = `import { register } from 'node:module'; register(${JSON.stringify(`file://${join(folder, 'refusing.mjs')}`)})`
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(register)}`, resolve(folder, 'use.mjs')],
    { encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  expect(stdout).toBe('true\nfunction\n')
})
