import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { main } from '../../src/cli/main.ts'
import { nodeIo } from '../../src/cli/node-io.ts'

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: {
    readonly steps: readonly { readonly env: Readonly<Record<string, string>>; readonly run: string }[]
  }
}

const root = resolve(import.meta.dirname, '../..')

/** The step as a runner would run it, with the project's own command line in `node_modules/.bin`. */
test('the GitHub Action runs the check and leaves its reports', async () => {
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-action-'))
  try {
    await main(['init', '--yes', '--no-run'], { ...nodeIo(), cwd: folder, out: () => undefined })
    const bin = join(folder, 'node_modules', '.bin')
    mkdirSync(bin, { recursive: true })
    const tsx = join(root, 'node_modules', 'tsx', 'dist', 'esm', 'index.mjs')
    writeFileSync(
      join(bin, 'holdfast'),
      `#!/bin/sh\nexec node --import ${tsx} ${join(root, 'src', 'cli', 'bin.ts')} "$@"\n`,
    )
    chmodSync(join(bin, 'holdfast'), 0o755)
    const [step] = action.runs.steps
    const env = Object.fromEntries(
      Object.entries(step!.env).map(([name, value]) => [
        name,
        value.replace(
          /\$\{\{ inputs\.([\w-]+) \}\}/u,
          (_, input: string) => action.inputs[input]?.default ?? '',
        ),
      ]),
    )
    const summary = join(folder, 'summary.md')
    const withoutPage = step!.run.replace(/--reporter "html=[^"]*" /u, '')
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', withoutPage], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...env, GITHUB_STEP_SUMMARY: summary, CI: 'true' },
    })
    expect(status, `${stdout}${stderr}`).toBe(0)
    for (const name of ['junit.xml', 'holdfast.sarif', 'result.json'])
      expect(existsSync(join(folder, 'holdfast-reports', name)), name).toBe(true)
    expect(readFileSync(summary, 'utf8')).toContain('KEPT')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
