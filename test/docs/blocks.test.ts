import { expect, test } from 'vitest'
import { blocksOf, commandsOf } from './blocks.ts'
import { checkFor } from './snippets.ts'

const page = (text: string) => blocksOf('page.md', text)

test('a block knows its line, its language and why it is not run', () => {
  expect(page('Words.\n\n<!-- not run: needs a key -->\n```sh\nls\n```\n')).toEqual([
    { page: 'page.md', line: 4, language: 'sh', text: 'ls\n', notRun: 'needs a key' },
  ])
})

test('commands without a language are commands, and what a program prints is not', () => {
  expect(page('```\nholdfast ui\n```\n\n```\nKEPT\n```\n').map(({ language }) => language)).toEqual([
    'sh',
    '',
  ])
})

test('a comment names the exit code, a continued line is one command, and a quoted # is none', () => {
  const [block] = page("```sh\nholdfast ci \\\n  --json   # broken; exit 1\n# only words\necho '#1'\n```\n")
  expect(commandsOf(block!)).toEqual([
    { line: 'holdfast ci    --json', exit: 1 },
    { line: "echo '#1'", exit: 0 },
  ])
})

test('a block that is never closed is told', () => {
  expect(() => page('```sh\nls\n')).toThrow('page.md:1')
})

test.each([
  [
    'yaml',
    'dsl_version: "0.4"\ncontractspec: "1.0"\nkind: agent\nname: x\nversion: "1"\nbogus: 1\n',
    'bogus',
  ],
  ['yaml', 'agent: { type: command, command: ["cat"], bogus: 1 }\n', 'bogus'],
  ['yaml', 'turns: [{ bogus: 1 }]\n', 'bogus'],
  ['toml', 'name = "x"\n[[nodes]]\nid = "a"\ntype = "bogus"\n', 'bogus'],
])('a %s snippet with a mistake in it is told: %s', (language, text, words) => {
  const [block] = page(`\`\`\`${language}\n${text}\`\`\`\n`)
  expect(checkFor(block!)!(text).join('\n')).toContain(words)
})

test('nobody claims to read what nobody knows', () => {
  for (const [language, text] of [
    ['yaml', 'something: else\n'],
    ['ruby', 'puts 1\n'],
  ])
    expect(checkFor(page(`\`\`\`${language}\n${text}\`\`\`\n`)[0]!)).toBeUndefined()
})
