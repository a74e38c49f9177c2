import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { RunResult } from '../../src/lab/run-result.ts'
import { labFolder } from './lab-io.ts'

const AGENT = `
export const search = async () => ({ price: '$101.20' })

export async function careful(prompt, { tools }) {
  try {
    const { price } = await tools.search({ q: prompt })
    return 'According to the market it is ' + price
  } catch {
    return 'The source is down, I cannot tell.'
  }
}

export async function fabricating(prompt, { tools }) {
  try { await tools.search({ q: prompt }) } catch {}
  return 'According to me it is $99.99'
}
`

const config = (agent: string, more = '') => `version: "2.0"
agent: {type: module, endpoint: "./agent.mjs:${agent}", tools: {search: "./agent.mjs:search"}}
golden_prompts: ["What is the price?"]
invariants: [{type: output_not_empty}, {type: contains, value: source, id: source}]
contract:
  name: Finance
  invariants:
    - {id: cites, type: regex, pattern: "(?i)(source|according to)", severity: critical}
    - {id: no-figure, type: regex, pattern: '\\$[\\d,]+\\.\\d{2}', negate: true, severity: critical, when: tool_faults_active}
    - {id: low, type: contains, value: according, severity: low}
chaos_matrix:
  - {name: calm}
  - {name: search-tool-down, tool_faults: [{tool: search, mode: error}]}
${more}`

const folderWith = (text: string, options = {}) =>
  labFolder({ 'agent.mjs': AGENT, 'lab.yaml': text }, options)

describe('contract run', () => {
  test('exits 0 for a careful agent, with the matrix at eighty columns', async () => {
    const { exit, stdout, stderr } = await folderWith(config('careful')).run(
      'contract',
      'run',
      '-c',
      'lab.yaml',
    )
    expect(stderr).toBe('')
    expect(exit).toBe(0)
    expect(stdout).toContain('KEPT  (score 90.91)')
    expect(stdout.split('\n').filter((line) => line.length > 80 && !line.includes('again'))).toEqual([])
  })

  test('exits 1 for a fabricating one, and its own command repeats the failure', async () => {
    const folder = folderWith(config('fabricating'))
    const first = await folder.run('contract', 'run', '-c', 'lab.yaml')
    expect(first.exit).toBe(1)
    const again = /again +holdfast (.*)$/mu.exec(first.stdout)![1]!
    expect(again).toBe('contract run -c lab.yaml --seed 0 --only no-figure@search-tool-down')
    const second = await folder.run(...again.split(' '))
    expect(second.exit).toBe(1)
    expect(second.stdout).toContain('1 cell: 1 fail')
  })

  test('prints JSON that is the same at any width, and writes reports', async () => {
    const folder = folderWith(config('fabricating', 'trials: 3\nseed: 5\n'))
    const run = (width: string) =>
      folder.run(
        'contract',
        'run',
        '-c',
        'lab.yaml',
        '--json',
        '--concurrency',
        width,
        '-o',
        `out${width}.xml`,
      )
    const [narrow, wide] = [await run('1'), await run('8')]
    expect(wide.stdout).toBe(narrow.stdout)
    expect(JSON.parse(narrow.stdout)).toMatchObject({
      format: 'holdfast.run/1',
      kind: 'contract',
      trials: 3,
      seed: 5,
    })
    expect(readFileSync(join(folder.path, 'out8.xml'), 'utf8')).toContain('<testsuites name="Finance"')
    const [id] = readdirSync(join(folder.path, '.holdfast/runs'))
    expect(readFileSync(join(folder.path, '.holdfast/runs', id!, 'result.json'), 'utf8')).toBe(narrow.stdout)
  })

  test('is stopped by its budget with exit 3, and goes on with --resume where it stopped', async () => {
    const folder = folderWith(config('careful', 'trials: 8\nbudget: {calls: 9}\n'))
    const stopped = await folder.run('contract', 'run', '-c', 'lab.yaml', '--json', '--concurrency', '1')
    expect(stopped.exit).toBe(3)
    expect(JSON.parse(stopped.stdout)).toMatchObject({ verdict: 'undecided' })
    for (let round = 0; round < 10; round += 1) {
      const next = await folder.run('contract', 'run', '-c', 'lab.yaml', '--json', '--resume')
      if (next.exit === 0) {
        const whole = folderWith(
          config('careful', 'trials: 8\nbudget: {calls: 9}\n').replace('calls: 9', 'calls: 999'),
        )
        const once = await whole.run('contract', 'run', '-c', 'lab.yaml', '--json')
        const without = (text: string) => ({ ...(JSON.parse(text) as object), configuration: undefined })
        expect(without(next.stdout)).toEqual(without(once.stdout))
        return
      }
    }
    expect.unreachable()
  })

  test('says what is not there to be narrowed to', async () => {
    const { exit, stderr } = await folderWith(config('careful')).run(
      'contract',
      'run',
      '-c',
      'lab.yaml',
      '--only',
      'cits',
    )
    expect([exit, stderr]).toEqual([
      2,
      'error: `cits` is neither an invariant nor a scenario\n  hint: did you mean `cites`?\n',
    ])
  })

  test('writes no report where there is no folder, and says so before it asks anybody', async () => {
    const folder = folderWith(config('careful'))
    const { exit, stderr } = await folder.run('contract', 'run', '-c', 'lab.yaml', '-o', 'missing/out.xml')
    expect([exit, stderr]).toEqual([2, 'error: there is no folder `missing` for the report\n'])
    expect(existsSync(join(folder.path, '.holdfast'))).toBe(false)
  })

  test('a report by its name goes into the folder of the configuration', async () => {
    const folder = folderWith(config('careful', 'output: {path: ./out}\n'))
    const { stderr } = await folder.run('contract', 'run', '-c', 'lab.yaml', '--output', 'json')
    expect(stderr).toBe('wrote out/holdfast-contract.json\n')
    expect(readdirSync(join(folder.path, 'out'))).toEqual(['holdfast-contract.json'])
    expect((await folder.run('contract', 'run', '-c', 'lab.yaml', '-o', 'report.doc')).stderr).toContain(
      'no report is written to a file such as `report.doc`',
    )
  })

  test('keeps nothing with --no-save', async () => {
    const folder = folderWith(config('careful'))
    await folder.run('contract', 'run', '-c', 'lab.yaml', '--no-save')
    expect(existsSync(join(folder.path, '.holdfast'))).toBe(false)
  })

  test('below the score that is asked for, exits 1', async () => {
    const { exit, stdout } = await folderWith(config('careful')).run(
      'contract',
      'run',
      '-c',
      'lab.yaml',
      '--min-score',
      '95',
    )
    expect(exit).toBe(1)
    expect(stdout).toContain('BROKEN: the score 90.91 is below 95')
  })

  test('tells people who watch how far it is', async () => {
    let nowMs = 0
    const { stderr } = await folderWith(config('careful'), { live: true, nowMs: () => (nowMs += 200) }).run(
      'contract',
      'run',
      '-c',
      'lab.yaml',
    )
    expect(stderr).toMatch(/\d of 5 cells, \d of 5 answers, 0 failed, \d s left/u)
    expect(stderr.endsWith('\r\u001b[K')).toBe(true)
  })
})

test('contract score prints the number and nothing else', async () => {
  const { exit, stdout, stderr } = await folderWith(config('fabricating')).run(
    'contract',
    'score',
    '-c',
    'lab.yaml',
  )
  expect(stdout).toBe('72.73\n')
  expect([exit, stderr]).toEqual([1, 'BROKEN: 1 critical cell failed  (score 72.73)\n'])
})

describe('contract validate', () => {
  test('checks the whole test configuration, in both forms', async () => {
    const folder = folderWith(config('careful', 'scoring: {weights: {chaos: 0.25}}\n'))
    for (const argv of [
      ['contract', 'validate', '-c', 'lab.yaml'],
      ['contract', 'validate', 'lab.yaml'],
    ]) {
      const { exit, stderr } = await folder.run(...argv)
      expect(exit).toBe(2)
      expect(stderr).toContain('must sum to 1.0, not 0.9')
    }
  })
})

describe('run', () => {
  test('holds golden prompts to the run invariants, without the chaos of the file', async () => {
    const text = config('careful', 'chaos: {tool_faults: [{tool: search, mode: error}]}\n')
    const { exit, stdout } = await folderWith(text).run('run', '-c', 'lab.yaml', '--json')
    expect(exit).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'golden',
      scenarios: [{ name: 'no-chaos', faults: [] }],
      cells: [
        { invariant: 'output_not_empty', outcome: 'pass' },
        { invariant: 'source', outcome: 'fail' },
      ],
    })
  })

  test('with --chaos also under it, and the matrix stays clean of it', async () => {
    const folder = folderWith(config('careful', 'chaos: {tool_faults: [{tool: search, mode: error}]}\n'))
    const { stdout } = await folder.run('run', '-c', 'lab.yaml', '--chaos', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'chaos',
      cells: [
        { scenario: 'no-chaos', outcome: 'pass' },
        { scenario: 'no-chaos', outcome: 'fail' },
        { scenario: 'chaos', outcome: 'pass' },
        { scenario: 'chaos', outcome: 'pass', fired: { 'tool.search.error': 1 } },
      ],
    })
    const matrix = await folder.run('contract', 'run', '-c', 'lab.yaml', '--json')
    expect(JSON.parse(matrix.stdout)).toMatchObject({ scenarios: [{ faults: [] }, { faults: [{}] }] })
  })

  test('--chaos-only and a profile leave the calm run out', async () => {
    const { stdout } = await folderWith(config('careful')).run(
      'run',
      '-c',
      'lab.yaml',
      '--chaos-only',
      '--chaos-profile',
      'hostile_tools',
      '--json',
    )
    expect(
      (JSON.parse(stdout) as { scenarios: { name: string }[] }).scenarios.map(({ name }) => name),
    ).toEqual(['hostile_tools'])
  })

  test('an unknown profile is named, with the nearest', async () => {
    const { exit, stderr } = await folderWith(config('careful')).run(
      'run',
      '-c',
      'lab.yaml',
      '--chaos-profile',
      'api_outge',
    )
    expect(exit).toBe(2)
    expect(stderr).toContain('did you mean `api_outage`?')
  })
})

describe('an agent that counts its questions', () => {
  const text = (agent: string) => `agent: {${agent}}
golden_prompts: [count]
contract:
  name: F
  invariants:
    - {id: a, type: contains, value: "count 1."}
    - {id: b, type: contains, value: "count 1."}
chaos_matrix: [{name: one}, {name: two}]
trials: 2
`

  const COUNTER = `let count = 0
export const reset = () => { count = 0 }
export const answer = () => 'count ' + (count += 1) + '.'
`

  async function counting(): Promise<{ url: string; close: () => void }> {
    let count = 0
    const server = createServer((request, reply) => {
      if (request.url === '/reset') count = 0
      reply
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ output: `count ${(count += 1)}.` }))
      if (request.url === '/reset') count = 0
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: () => {
        server.closeAllConnections()
        server.close()
      },
    }
  }

  const run = async (agent: string) => {
    const folder = labFolder({ 'lab.yaml': text(agent), 'counter.mjs': COUNTER })
    const { stdout } = await folder.run('contract', 'run', '-c', 'lab.yaml', '--json')
    const { score, warnings } = JSON.parse(stdout) as RunResult
    return { score, warnings: warnings.map(({ message }) => message) }
  }

  const WARNING =
    'Warning: No reset_endpoint configured. Contract matrix cells may share state. Results may be contaminated. Add reset_endpoint to your config for accurate isolation.'

  test('is told apart by the warning of the guide when it has no reset', async () => {
    expect(await run('type: module, endpoint: "./counter.mjs:answer"')).toEqual({
      score: 0,
      warnings: [WARNING],
    })
    const server = await counting()
    expect(await run(`endpoint: "${server.url}/ask"`)).toEqual({ score: 0, warnings: [WARNING] })
    server.close()
  })

  test('begins every cell at one with `reset_function`', async () => {
    expect(
      await run('type: module, endpoint: "./counter.mjs:answer", reset_function: "./counter.mjs:reset"'),
    ).toEqual({ score: 100, warnings: [] })
  })

  test('begins every cell at one with `reset_endpoint`', async () => {
    const server = await counting()
    expect(await run(`endpoint: "${server.url}/ask", reset_endpoint: "${server.url}/reset"`)).toEqual({
      score: 100,
      warnings: [],
    })
    server.close()
  })
})

test('tool faults on a Python callable without tools are the clear error of the specification', async () => {
  const folder = labFolder({
    'agent.py': 'def answer(prompt):\n    return prompt\n',
    'lab.yaml':
      'agent: {type: python, endpoint: "agent:answer"}\ngolden_prompts: [a]\ncontract: {name: F, invariants: [{id: a, type: output_not_empty}]}\nchaos_matrix: [{name: down, tool_faults: [{tool: search, mode: error}]}]\n',
  })
  const { exit, stderr } = await folder.run('contract', 'run', '-c', 'lab.yaml')
  expect(exit).toBe(2)
  expect(stderr).toContain(
    'tool fault injection needs an explicit list of tool callables (`agent.tools`) or `agent.tool_registry`',
  )
})

describe('bad input is one message, and nothing is left behind', () => {
  const servers: { close: () => void }[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  async function listening(answer: RequestListener): Promise<string> {
    const server = createServer(answer)
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    servers.push({
      close: () => {
        server.closeAllConnections()
        server.close()
      },
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/invoke`
  }

  const http = (endpoint: string) => `version: "2.0"
agent: {endpoint: "${endpoint}", timeout: 1000, retries: 0}
golden_prompts: [hello]
contract: {name: F, invariants: [{id: a, type: output_not_empty}]}
chaos_matrix: [{name: calm}]
`

  async function attempt(text: string) {
    const folder = labFolder({ 'lab.yaml': text })
    const done = await folder.run('contract', 'run', '-c', 'lab.yaml')
    expect(readdirSync(folder.path)).toEqual(['lab.yaml'])
    expect(done.stdout).toBe('')
    return done
  }

  test('an agent that is not there', async () => {
    const url = await listening(() => undefined)
    for (const server of servers.splice(0)) server.close()
    const { exit, stderr } = await attempt(http(url))
    expect(exit).toBe(3)
    expect(stderr).toMatch(/^error: .*does not answer: .*\n {2}hint: start the agent/u)
    expect(stderr.match(/error:/gu)).toHaveLength(1)
  })

  test('an agent that hangs', async () => {
    const { exit, stderr } = await attempt(http(await listening(() => undefined)))
    expect(exit).toBe(3)
    expect(stderr).toMatch(/does not answer: .*1000 ms.*\n {2}hint: raise `agent.timeout`/u)
  })

  test('an agent that answers 200 with a web page', async () => {
    const url = await listening((_, reply) =>
      reply.setHeader('content-type', 'text/html').end('<!doctype html><html><body>Sign in</body></html>'),
    )
    const { exit, stderr } = await attempt(http(url))
    expect(exit).toBe(3)
    expect(stderr).toMatch(/does not answer: .*\n {2}hint: check `agent.endpoint`/u)
  })

  const good = http('http://127.0.0.1:1/')

  test.each([
    [
      'an invalid pattern',
      good.replace('type: output_not_empty', 'type: regex, pattern: "(a"'),
      /lab\.yaml:4:\d+ .*pattern/u,
    ],
    [
      'a missing prompt list',
      good.replace(/golden_prompts.*\n/u, ''),
      /there are no golden_prompts, and `a` must be asked something/u,
    ],
    ['weights that sum to 0.9', `${good}scoring: {weights: {chaos: 0.25}}\n`, /must sum to 1\.0, not 0\.9/u],
    [
      'an unknown fault mode',
      good.replace('name: calm', 'name: calm, tool_faults: [{tool: x, mode: eror}]'),
      /did you mean `error`\?/u,
    ],
    ['no agent at all', good.replace(/agent:.*\n/u, ''), /there is no agent to ask/u],
    ['no contract at all', good.replace(/contract:.*\n/u, ''), /has no contract/u],
  ])('%s', async (_, text, message) => {
    const { exit, stderr } = await attempt(text)
    expect(exit).toBe(2)
    expect(stderr).toMatch(message)
    expect(stderr.match(/ error /gu)).toHaveLength(1)
  })

  test('a file that is not there', async () => {
    const { exit, stderr } = await labFolder({}).run('contract', 'run')
    expect([exit, stderr]).toEqual([
      2,
      'error: cannot read `holdfast.yaml`: no such file\n  hint: name the test configuration with -c <file>\n',
    ])
  })

  test('a tool fault on callables that nobody named', async () => {
    const text = config('careful').replace(', tools: {search: "./agent.mjs:search"}', '')
    const { exit, stderr } = await folderWith(text).run('contract', 'run', '-c', 'lab.yaml')
    expect(exit).toBe(2)
    expect(stderr).toMatch(/^error: lab\.yaml:13:\d+ {2}`tool\.search\.error` cannot be injected/u)
  })

  test('numbers that are none', async () => {
    const folder = folderWith(config('careful'))
    expect((await folder.run('contract', 'run', '-c', 'lab.yaml', '--trials', 'many')).stderr).toBe(
      'error: --trials must be a whole number above 0, not `many`\n',
    )
    expect((await folder.run('contract', 'run', '-c', 'lab.yaml', '--min-score', '101')).exit).toBe(2)
  })
})
