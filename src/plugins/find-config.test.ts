import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findConfig } from './find-config.ts'

/** A folder in which these files stand; a name that ends in `/` is a folder. */
function folderWith(...names: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-find-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const name of names) {
    mkdirSync(join(root, name, name.endsWith('/') ? '' : '..'), { recursive: true })
    if (!name.endsWith('/')) writeFileSync(join(root, name), '')
  }
  return root
}

test.each([
  ['the folder itself', ['work/holdfast.config.ts'], 'work', 'work/holdfast.config.ts'],
  ['a repository', ['a/.git/', 'a/holdfast.config.js', 'a/b/c/'], 'a/b/c', 'a/holdfast.config.js'],
  [
    'the nearest of two',
    ['a/.git/', 'a/holdfast.config.js', 'a/b/holdfast.config.mjs'],
    'a/b',
    'a/b/holdfast.config.mjs',
  ],
  ['a worktree', ['a/.git', 'a/holdfast.config.mts', 'a/b/'], 'a/b', 'a/holdfast.config.mts'],
  ['the home folder', ['home/holdfast.config.mjs', 'home/a/b/'], 'home/a/b', 'home/holdfast.config.mjs'],
  [
    'nothing above a repository',
    ['home/holdfast.config.mjs', 'home/a/.git/', 'home/a/b/'],
    'home/a/b',
    undefined,
  ],
  ['nothing above where there is neither', ['holdfast.config.mjs', 'a/b/'], 'a/b', undefined],
])('%s is looked through', (_, names, from, found) => {
  const root = folderWith('home/', ...names)
  expect(findConfig(join(root, from), join(root, 'home'))).toBe(found && join(root, found))
})
