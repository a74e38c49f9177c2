import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { TEMPLATES } from '../../src/contract/index.ts'
import { EXAMPLES, STRUCTURE, withProcess } from '../contract/dsl-examples.ts'
import { BLOCKS, filesShown } from '../docs/pages.ts'
import { ROOT } from '../docs/built-package.ts'
import { run } from '../fake-io.ts'

/** Every contract and test configuration that people are shown. */
function shownToPeople(): Readonly<Record<string, string>> {
  const examples = readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml') && !path.includes('node_modules'))
    .map((path) => [`examples/${path}`, readFileSync(join(ROOT, 'examples', path), 'utf8')])
  const blocks = BLOCKS.filter(({ language }) => language === 'yaml').map(({ page, line, text }) => [
    `${page}:${line}`,
    text,
  ])
  const templates = Object.entries(TEMPLATES).map(([name, text]) => [`template ${name}`, text])
  const reference = Object.entries(EXAMPLES).map(([name, text]) => [`reference ${name}`, withProcess(text)])
  return Object.fromEntries([...examples, ...blocks, ...templates, ...reference, ['structure', STRUCTURE]])
}

function isContract(text: string): boolean {
  const keys = Object.keys((parse(text) as object | null) ?? {})
  return keys.includes('contractspec') || (keys.includes('contract') && keys.includes('agent'))
}

/** Words of a plugin are read in a real process; see `commands.test.ts`. */
const NEEDS_A_PLUGIN = /^(?:examples|docs)\/plugins[./]/u

/** The page about lint shows a contract with something to find in it. */
const TO_BE_FOUND = filesShown('docs/contracts.md')['draft.yaml']

const SHOWN = Object.entries(shownToPeople()).filter(
  ([name, text]) => isContract(text) && !NEEDS_A_PLUGIN.test(name) && text !== TO_BE_FOUND,
)

/** What a file may point at: contracts in the same folder, or on the same page under their names. */
function filesBeside(name: string): Readonly<Record<string, string>> {
  const page = name.split(':')[0]!
  const onPage = page.endsWith('.md') ? Object.entries(filesShown(page)) : []
  return {
    [join(dirname(name), 'contract.yaml')]: TEMPLATES['safety-minimal']!,
    ...Object.fromEntries(SHOWN.filter(([other]) => dirname(other) === dirname(name))),
    ...Object.fromEntries(onPage.map(([file, text]) => [join(dirname(page), file), text])),
  }
}

test('there are enough of them to say something', () => {
  expect(SHOWN.length).toBeGreaterThan(30)
})

describe('lint finds nothing that loading did not in', () => {
  for (const [name, text] of SHOWN)
    test(name, async () => {
      const files = { ...filesBeside(name), [name]: text }
      const told = async (command: string): Promise<unknown> =>
        (
          JSON.parse((await run(['contract', command, name, '--json'], files)).stdout) as {
            problems: unknown
          }
        ).problems
      expect(await told('lint')).toEqual(await told('validate'))
      expect((await run(['contract', 'lint', name], files)).exit).toBe(0)
    })
})
