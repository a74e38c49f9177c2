import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/lab/config/load-config.ts'
import { labFolder } from './lab-io.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/lab.md'), 'utf8')

/** The fenced blocks of a page in their order. */
const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gmu)].map(([, kind, text]) => ({
  kind,
  text: text!,
}))

test('the example of the guide says what the guide says', async () => {
  const [yaml, js, command, printed] = blocks
  const folder = labFolder({ 'lab.yaml': yaml!.text, 'agent.mjs': js!.text })
  const { exit, stdout } = await folder.run(...command!.text.trim().split(' ').slice(1))
  expect(exit).toBe(1)
  expect(stdout).toContain(printed!.text.trimEnd())
})

test('the settings of the guide load', () => {
  const settings = blocks.find(({ text }) => text.startsWith('trials:'))!.text
  expect(loadConfig('lab.yaml', settings, { env: {} }).problems).toEqual([])
})
