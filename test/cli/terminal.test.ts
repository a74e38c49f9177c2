import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkshop, type Workshop } from '../docs/workshop.ts'

// oxlint-disable no-control-regex -- control characters are what this is about
const COLOUR = /\u001b\[[\d;]*m/u
const COLOURS = /\u001b\[[\d;]*m/gu
const WRITTEN_OVER = /\r\u001b\[K/u

/** `script` of util-linux gives a program a terminal; that of other systems takes other words. */
const hasTerminal = `${spawnSync('script', ['--version']).stdout}`.includes('util-linux')

function needsTerminal({ skip }: { readonly skip: (reason?: string) => void }): void {
  if (!hasTerminal) skip('there is no `script` of util-linux here to make a terminal with')
}

const COMMANDS = ['holdfast contract run --no-save', 'holdfast ci --no-save', 'holdfast demo'] as const

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
  await workshop.type({ line: 'holdfast init --yes', exit: 0 })
  // slow enough that there is something to watch
  const agent = join(workshop.folder, 'slow.mjs')
  writeFileSync(
    agent,
    `import { answer as fast, market_data_api } from './starter-agent.mjs'
export { market_data_api }
export const answer = async (prompt, context) => {
  await new Promise((resolve) => setTimeout(resolve, 60))
  return fast(prompt, context)
}`,
  )
  await workshop.type({ line: "sed -i.bak 's/starter-agent/slow/' holdfast.yaml", exit: 0 })
}, 120_000)
afterAll(() => workshop.close())

async function inPipe(line: string, env: string): Promise<string> {
  const { exit, output } = await workshop.type({ line: `unset NO_COLOR; ${env} ${line}`, exit: 0 })
  expect(exit, output).toBe(0)
  return output
}

async function inTerminal(line: string, env = ''): Promise<string> {
  const typed = `stty cols 80; unset NO_COLOR; ${env} ${line}`
  const { exit, output } = await workshop.type({
    line: `TERM=xterm script -qefc ${JSON.stringify(typed)} /dev/null`,
    exit: 0,
  })
  expect(exit, output).toBe(0)
  return output
}

/** Commands to copy are never broken into two lines; everything else fits. */
function tooLong(output: string): readonly string[] {
  return output
    .replaceAll(COLOURS, '')
    .split(/\r?\n|\r\u001b\[K/u)
    .filter((line) => line.length > 80 && !/^\s+again |npx holdfast|^holdfast /u.test(line))
}

describe.each(COMMANDS)('%s', { timeout: 120_000 }, (line) => {
  test.each(['', 'CI=true'])('writes plain lines into a pipe (%s)', async (env) => {
    const output = await inPipe(line, env)
    expect(output).not.toMatch(/[\u001b\r]/u)
    expect(tooLong(output)).toEqual([])
    expect(output).toMatch(/KEPT|BROKEN/u)
  })

  test('shows colours and how far it is on a terminal of 80 columns', async (context) => {
    needsTerminal(context)
    const output = await inTerminal(line)
    expect(output).toMatch(COLOUR)
    expect(output).toMatch(WRITTEN_OVER)
    expect(tooLong(output)).toEqual([])
  })

  test('shows no colours when NO_COLOR is set, and still how far it is', async (context) => {
    needsTerminal(context)
    const output = await inTerminal(line, 'NO_COLOR=1')
    expect(output).not.toMatch(COLOUR)
    expect(output).toMatch(WRITTEN_OVER)
  })

  test('writes nothing over on the terminal of a build server', async (context) => {
    needsTerminal(context)
    expect(await inTerminal(line, 'CI=true')).not.toMatch(WRITTEN_OVER)
  })
})
