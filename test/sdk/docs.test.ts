import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { TEMPLATES } from '../../src/contract/index.ts'
import { mockModel } from './world.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/sdk.md'), 'utf8')
const examples = [...page.matchAll(/```ts\n(.*?)```/gsu)].map(([, code]) => code!)

test.each(examples.map((code, at) => [at + 1, code] as const))(
  'example %i of docs/sdk.md runs',
  async (at, code) => {
    const model = await mockModel('turns: ["Hello!"]')
    vi.stubEnv('OPENAI_API_KEY', 'key')
    vi.stubEnv('OPENAI_BASE_URL', `${model.url}/openai/v1`)
    vi.stubEnv('ANTHROPIC_API_KEY', 'key')
    vi.stubEnv('ANTHROPIC_BASE_URL', `${model.url}/anthropic`)
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const folder = mkdtempSync(join(import.meta.dirname, '.example-'))
    onTestFinished(() => {
      vi.unstubAllEnvs()
      log.mockRestore()
      rmSync(folder, { recursive: true })
    })
    const contract = join(folder, 'contract.yaml')
    writeFileSync(contract, TEMPLATES['safety-minimal']!)
    const file = join(folder, `example-${at}.ts`)
    writeFileSync(
      file,
      code
        .replaceAll("'holdfast/sdk'", JSON.stringify(join(root, 'src/sdk/index.ts')))
        .replaceAll("'contract.yaml'", JSON.stringify(contract)),
    )
    await import(file)
    if (code.includes('wrap(new')) expect(model.requests).toHaveLength(1)
  },
)
