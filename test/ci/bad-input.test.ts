import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { workplace, type Workplace } from './workplace.ts'

const AGENT = `export const answer = async () => 'I do not know.'\n`

const CONFIGURATION = `version: "2.0"
agent: { type: module, endpoint: ./agent.mjs:answer }
golden_prompts: [hello]
contract:
  name: Small
  invariants: [{ id: answers, type: output_not_empty }]
  chaos_matrix: [{ name: no-chaos }]
`

const WITHOUT_CONTRACT = `version: "2.0"
agent: { type: module, endpoint: ./agent.mjs:answer }
golden_prompts: [hello]
invariants: [{ type: output_not_empty }]
`

let place: Workplace
beforeEach(() => {
  place = workplace({ 'agent.mjs': AGENT, 'holdfast.yaml': CONFIGURATION, 'bare.yaml': WITHOUT_CONTRACT })
})
afterEach(() => place.remove())

async function refused(words: string, ...argv: readonly string[]): Promise<void> {
  const { exit, stderr, stdout } = await place.run(...argv)
  expect(`${stderr}${stdout}`).toContain(words)
  expect(stderr).not.toMatch(/\n\s+at .+:\d+:\d+/u)
  expect(exit).toBe(2)
}

test('a result of another version is not compared', async () => {
  place.put('old.json', '{"format":"holdfast.run/0"}')
  place.put('none.json', '{"a":1}')
  place.put('text.json', 'no json')
  await refused('is of the format `holdfast.run/0`', 'compare', 'old.json', 'old.json')
  await refused('is not the result of a run', 'compare', 'none.json', 'none.json')
  await refused('is not JSON', 'compare', 'text.json', 'text.json')
  await refused('there is no result at', 'compare', 'missing.json', 'missing.json')
  await refused('is of the format `holdfast.run/0`', 'replay', 'export', '--from', 'old.json')
})

test('a replay without any contract is never a pass', async () => {
  place.put('incident.yaml', 'id: x\ninput: hello\n')
  await refused('names no contract', 'replay', 'run', 'incident.yaml', '-c', 'bare.yaml')
})

test('a contract that is not found is never a pass', async () => {
  place.put('incident.yaml', 'id: x\ninput: hello\ncontract: Large\n')
  await refused('neither a file nor the name of the contract', 'replay', 'run', 'incident.yaml')
})

test('an invariant that the contract does not promise is named', async () => {
  place.put('incident.yaml', 'id: x\ninput: hello\ninvariants: [cites]\n')
  await refused('`cites`, which `Small` does not promise', 'replay', 'run', 'incident.yaml')
})

test('an empty folder has no replays', async () => {
  mkdirSync(join(place.folder, 'replays'))
  await refused('there is no replay in `replays`', 'replay', 'run', 'replays')
})

test('a file that is not there is named', async () => {
  await refused('no such file', 'replay', 'run', 'gone.yaml')
})

test('recorded tool responses need an agent whose tools can be reached', async () => {
  place.put('incident.yaml', 'id: x\ninput: hello\ntool_responses: [{ tool: search, status: 503 }]\n')
  await refused('recorded tool responses, which cannot be given', 'replay', 'run', 'incident.yaml')
})

test('a broken replay is told with its place', async () => {
  place.put('incident.yaml', 'id: x\ninput: hello\ntool_respones: []\n')
  await refused('incident.yaml:3:1', 'replay', 'run', 'incident.yaml')
})

test('a wrong score, phase or reporter is refused before anything is asked', async () => {
  await refused('did you mean 0.9?', 'ci', '--min-score', '90')
  await refused('there is no phase `chas`', 'ci', '--phase', 'chas')
  await refused('there is no reporter `junt`', 'ci', '--reporter', 'junt=x.xml')
  await refused('there is no folder', 'ci', '--reporter', 'junit=nowhere/x.xml')
})

test('a configuration in which nothing can run is not a pass', async () => {
  const { exit, stdout } = await place.run('ci', '-c', 'bare.yaml')
  expect(exit).toBe(3)
  expect(stdout).toContain('nothing is configured that could run')
})
