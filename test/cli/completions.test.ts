import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands/index.ts'
import { grouped } from '../../src/cli/overview.ts'
import { main } from '../../src/cli/main.ts'
import { fakeIo, run } from '../fake-io.ts'

const hasBash = spawnSync('bash', ['-c', 'type complete']).status === 0

/** What bash offers for a command line whose last word is still being written. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run(['completions', 'bash'])
  const script = `${stdout}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_holdfast; printf '%s\\n' "\${COMPREPLY[@]}"`
  const shell = spawnSync('bash', ['--norc', '-c', script, 'bash', 'holdfast', ...words], {
    encoding: 'utf8',
  })
  expect([shell.status, shell.stderr]).toEqual([0, ''])
  return shell.stdout.split('\n').filter((word) => word !== '')
}

function secondWords(group: string): readonly string[] {
  return Object.keys(COMMANDS)
    .filter((name) => name.startsWith(`${group} `))
    .map((name) => name.slice(group.length + 1))
    .toSorted()
}

test.skipIf(!hasBash)('bash completes commands, their second words and their options', async () => {
  expect(await offered('con')).toEqual(['conformance', 'contract'])
  expect(await offered('contract', '')).toEqual(secondWords('contract'))
  expect(secondWords('contract')).toContain('validate')
  expect(await offered('contract', 'run', '--tr')).toEqual(['--trials', '--trial'])
  expect(await offered('ci', '--min')).toEqual(['--min-score'])
  expect(await offered('hook', 'in')).toEqual(['install'])
  // a command that also leads to others keeps its own options
  expect(await offered('conformance', '--base')).toEqual(['--baseline', '--base-url'])
})

test.skipIf(!hasBash)('bash offers files where no word is known', async () => {
  expect(await offered('contract', 'validate', 'con')).toEqual([])
  const { stdout } = await run(['completions', 'bash'])
  expect(stdout).toContain('complete -o default -F _holdfast holdfast')
})

test.each(['bash', 'zsh', 'fish'])('%s is told every command and every option', async (shell) => {
  const { exit, stdout } = await run(['completions', shell])
  expect(exit).toBe(0)
  for (const load of Object.values(COMMANDS)) {
    const { name, options } = await load()
    for (const word of name.split(' ')) expect(stdout).toContain(word)
    for (const { flags } of options) {
      const long = /--([a-z-]+)/u.exec(flags)![1]!
      expect(stdout, `${name} --${long}`).toContain(shell === 'fish' ? `-l ${long}` : `--${long}`)
    }
  }
})

test('a quote in a summary does not end the words of the shell', async () => {
  for (const [shell, escaped] of [
    ['zsh', "project'\\''s"],
    ['fish', "project\\'s"],
  ] as const) {
    const { stdout } = await run(['completions', shell])
    expect(stdout).toContain(escaped)
  }
})

test('an unknown shell is told which there are', async () => {
  const { exit, stderr } = await run(['completions', 'powershell'])
  expect(exit).toBe(2)
  expect(stderr).toContain('one of: bash, zsh, fish')
})

test('the overview names every command in a group, within 80 columns, with examples', async () => {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()))
  const groups = grouped(commands)
  expect(groups.flatMap(([, members]) => members)).toHaveLength(commands.length)
  expect(groups.map(([title]) => title)).not.toContain('More')
  const { stdout } = await run(['--help'])
  for (const { name } of commands) expect(stdout).toContain(`\n  ${name} `)
  expect(stdout).toContain('Examples')
  for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
})

test('the help of every command fits into 80 columns but for the examples', async () => {
  for (const name of Object.keys(COMMANDS)) {
    if (name === 'hook') continue // hands every word to the hook itself, `--help` too
    const io = { ...fakeIo(), columns: 80 }
    expect([name, await main([...name.split(' '), '--help'], io)]).toEqual([name, 0])
    const [options, examples] = io.stdout().split('\nExamples:')
    for (const line of options!.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
    expect(examples, name).toContain('$ ')
  }
})
