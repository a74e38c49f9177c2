import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands/index.ts'
import { commandsOf } from './blocks.ts'
import { ROOT } from './built-package.ts'
import { BLOCKS, COMMANDS_RUN_ELSEWHERE, filesShown, PAGES, SCENES, testThatRuns, textOf } from './pages.ts'
import { checkFor } from './snippets.ts'
import { typeErrors } from './typed-snippets.ts'
import { hasBash, openWorkshop } from './workshop.ts'

const checked = BLOCKS.filter((block) => block.notRun === undefined && testThatRuns(block) === undefined)
const at = ({ page, line }: { readonly page: string; readonly line: number }) => `${page}:${line}`

test('every block of every page is run, read, or says why not', () => {
  const handled = new Set(['sh', 'ts', '', 'text'])
  const orphans = checked.filter(
    (block) => !handled.has(block.language) && checkFor(block) === undefined && !isShownFile(block),
  )
  expect(orphans.map(at)).toEqual([])
})

/** Files that the commands of the same page read. */
function isShownFile({ page, text }: (typeof BLOCKS)[number]): boolean {
  return Object.values(filesShown(page)).includes(text)
}

test('few blocks are not run, and each says why', () => {
  const not = BLOCKS.filter(({ notRun }) => notRun !== undefined)
  expect(not.length).toBeLessThanOrEqual(6)
  for (const { notRun } of not) expect(notRun!.length).toBeGreaterThan(10)
})

test('a test that is said to run a page names the page', () => {
  for (const block of BLOCKS) {
    const file = testThatRuns(block)
    if (file === undefined) continue
    expect(readFileSync(join(ROOT, file), 'utf8'), at(block)).toContain(block.page.split('/').at(-1))
  }
})

test('every contract, configuration, script, workflow and JSON snippet is read without a problem', () => {
  const problems = checked.flatMap((block) =>
    (checkFor(block)?.(block.text) ?? []).map((each) => [at(block), each]),
  )
  expect(problems).toEqual([])
})

test('every TypeScript snippet is well typed against the package', { timeout: 120_000 }, () => {
  const snippets = BLOCKS.filter(
    ({ language, notRun, text }) =>
      // that SDK brings another major of the OpenAI client with it than the one installed here; its page is run
      language === 'ts' && notRun === undefined && !text.includes("from '@openai/agents'"),
  )
  expect(snippets.length).toBeGreaterThan(8)
  expect(typeErrors(snippets)).toEqual([])
})

test('the operator of the guide judges as the guide says', { timeout: 120_000 }, async () => {
  const snippet = BLOCKS.find(
    ({ page, language }) => page.endsWith('write-an-operator.md') && language === 'ts',
  )
  const workshop = await openWorkshop()
  onTestFinished(() => workshop.close())
  await workshop.put({ 'operator.ts': snippet!.text })
  const { exit, output } = await workshop.type({ line: 'node --import tsx operator.ts', exit: 0 })
  expect([exit, output]).toEqual([0, ''])
})

test('every link inside the pages leads somewhere', () => {
  const broken = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]+)/gu)]
      .map(([, target]) => target!)
      .filter((target) => !existsSync(join(ROOT, page, '..', target)))
      .map((target) => `${page}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('every command in the running text exists, with every option it is shown with', async () => {
  const wrong: string[] = []
  for (const page of PAGES)
    for (const [, line] of textOf(page).matchAll(/`(?:npx )?holdfast ([^`\n]+)`/gu)) {
      const [first, second] = line!.split(' ') as [string, string | undefined]
      const load = COMMANDS[`${first} ${second}`] ?? COMMANDS[first]
      if (load === undefined && !Object.keys(COMMANDS).some((name) => name.startsWith(`${first} `)))
        wrong.push(`${page}: holdfast ${line}`)
      if (load === undefined) continue
      const { options, name } = await load()
      const known = new Set(options.flatMap(({ flags }) => flags.match(/--?[a-z][a-z-]*/gu) ?? []))
      // what follows `--` belongs to somebody else, and a hook takes every word as it comes
      const own = name === 'hook' ? '' : line!.split(' -- ')[0]!
      for (const [option] of own.matchAll(/(?<= )--?[a-z][a-z-]*/gu))
        if (!known.has(option)) wrong.push(`${page}: holdfast ${name} ${option}`)
    }
  expect(wrong).toEqual([])
})

const pagesWithCommands = PAGES.filter((page) =>
  checked.some((block) => block.page === page && block.language === 'sh'),
)

for (const page of pagesWithCommands)
  test.skipIf(!hasBash)(`every command of ${page} runs`, { timeout: 240_000 }, async () => {
    const { files = {}, env = {}, before = [], placeholders = {}, prints = [] } = SCENES[page] ?? {}
    let printed = ''
    const workshop = await openWorkshop(env)
    onTestFinished(() => workshop.close())
    await workshop.put({ ...files, ...filesShown(page) })
    for (const line of before)
      expect([line, (await workshop.type({ line, exit: 0 })).exit]).toEqual([line, 0])
    for (const block of checked.filter((each) => each.page === page && each.language === 'sh'))
      for (const { line, exit } of commandsOf(block)) {
        if (COMMANDS_RUN_ELSEWHERE.some(([command]) => command.test(line))) continue
        let typed = line
        for (const [name, value] of Object.entries(placeholders)) typed = typed.replaceAll(name, value)
        const done = await workshop.type({ line: typed, exit })
        printed += done.output
        expect([at(block), line, done.exit, done.output]).toEqual([at(block), line, exit, done.output])
      }
    for (const words of prints) expect(printed).toContain(words)
  })
