import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands/index.ts'
import { HOOK_HOSTS } from '../../src/hooks/index.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/coding-agents.md'), 'utf8')

test('every command in the guide exists', () => {
  const lines = [...guide.matchAll(/holdfast ((?:[a-z-]+ ?)+)/gu)].map(([, words]) =>
    words!.trim().split(' '),
  )
  expect(lines.length).toBeGreaterThan(8)
  for (const [first, second] of lines)
    expect(
      Object.hasOwn(COMMANDS, `${first} ${second}`) || Object.hasOwn(COMMANDS, first!),
      `${first} ${second}`,
    ).toBe(true)
})

test('the guide names every file that an installation writes', () => {
  for (const { settings } of HOOK_HOSTS)
    for (const file of Object.values(settings.files)) expect(guide).toContain(file)
})
