import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import {
  createEngine,
  nodeWorld,
  parseCron,
  serveWorkflow,
  stateFolder,
  type RunResult,
  type ServeOptions,
} from '../../src/workflow/index.ts'
import { chain, temporaryFolder, workflowOf } from './support.ts'

async function serving(text: string, given: Partial<ServeOptions> = {}) {
  const world = nodeWorld()
  const workflow = workflowOf(text)
  const runs: [string, RunResult][] = []
  const stateDir = given.stateDir
  const served = await serveWorkflow({
    engine: createEngine({
      workflow,
      world,
      ...(stateDir !== undefined && { state: stateFolder(stateDir) }),
    }),
    host: '127.0.0.1',
    port: 0,
    timeoutMs: 2000,
    env: { TOKEN: 'right', SECRET: 'shh' },
    workdir: process.cwd(),
    nowMs: () => performance.now(),
    wallMs: () => Date.now(),
    onRun: (what, result) => void runs.push([what, result]),
    onProblem: (_what, problem) => {
      throw problem
    },
    ...given,
  })
  onTestFinished(() => served.close())
  const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${served.url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
  return { served, runs, post }
}

const ROUTE = '[[http_routes]]\nmethod = "post"\npath = "/hook"\nstart_node = "main"\n'
const ECHO = 'type = "respond"\nbody_template = "{{}}"\nstatus = 201\ncontent_type = "text/plain"'

test('a route runs the workflow and its answer reaches the caller', async () => {
  const { post, served, runs } = await serving(chain(ECHO) + ROUTE)
  expect(await post('/hook', '{"n": 10.0}')).toMatchObject({ status: 201, body: '{"n":10.0}' })
  expect(
    await post('/hook', 'a=1&b=%C3%A9', { 'content-type': 'application/x-www-form-urlencoded' }),
  ).toMatchObject({ body: '{"a":"1","b":"é"}' })
  expect((await post('/hook', '{')).status).toBe(400)
  expect((await post('/other', '')).status).toBe(404)
  expect((await fetch(`${served.url}/hook`)).status).toBe(405)
  expect(await (await fetch(`${served.url}/healthz`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${served.url}/metrics`)).text()).toContain(
    'holdfast_workflow_runs_total{status="completed"} 2',
  )
  expect(runs).toHaveLength(2)
  expect((await post('/hook', 'x'.repeat(1_100_000))).status).toBe(413)
})

test.each([
  ['type = "fail"\nreason = "no"', 422],
  ['type = "parse_json"\ninput_from = "trigger.x"', 500],
])('%s answers %i and tells no secrets', async (node, status) => {
  const { post } = await serving(chain(node) + ROUTE)
  const answer = await post('/hook', '{"x": "{"}')
  expect(answer.status).toBe(status)
  expect(answer.body).not.toContain('position')
})

test('callers prove who they are', async () => {
  const auth = '[auth.bearer.default]\ntoken_env = "TOKEN"\n[auth.hmac.git]\nsecret_env = "SECRET"\n'
  const route = (path: string, ref: string) => ROUTE.replace('/hook', path) + `auth = "${ref}"\n`
  const { post } = await serving(chain(ECHO) + route('/b', 'bearer') + route('/h', 'hmac:git') + auth)
  expect((await post('/b', '{}')).status).toBe(401)
  expect((await post('/b', '{}', { authorization: 'Bearer wrong' })).status).toBe(401)
  const good = await post('/b', '{"principal": "root"}', { authorization: 'Bearer right' })
  expect(JSON.parse(good.body)).toEqual({ principal: { kind: 'bearer', name: 'default' } })
  const signature = `sha256=${createHmac('sha256', 'shh').update('{"a":1}').digest('hex')}`
  expect((await post('/h', '{"a":1}', { 'x-hub-signature-256': signature })).status).toBe(201)
  expect((await post('/h', '{"a":2}', { 'x-hub-signature-256': signature })).status).toBe(401)
})

test('a server that could not tell its callers apart does not start', async () => {
  await expect(
    serving(`${chain(ECHO)}${ROUTE}auth = "bearer"\n[auth.bearer.default]\ntoken_env = "UNSET"\n`),
  ).rejects.toThrow('UNSET is not set')
  await expect(serving(chain(ECHO) + ROUTE, { host: '0.0.0.0' })).rejects.toThrow('can be reached by others')
  await expect(serving(`${chain(ECHO)}${ROUTE}auth = "mtls"\n`)).rejects.toThrow('cannot be checked here')
  await expect(serving(`${chain(ECHO)}${ROUTE}idempotency_key = "id"\n`)).rejects.toThrow(
    'no place to remember',
  )
})

test('too many requests are told when to come back', async () => {
  const { post } = await serving(`${chain(ECHO)}${ROUTE}rate_limit = { capacity = 2, per_second = 0.01 }\n`)
  const statuses = [await post('/hook', '1'), await post('/hook', '1'), await post('/hook', '1')].map(
    ({ status, headers }) => [status, headers.get('retry-after')],
  )
  expect(statuses).toEqual([
    [201, null],
    [201, null],
    [429, '100'],
  ])
})

test('a repeat gets the first answer and runs nothing, also after a restart', async () => {
  const stateDir = temporaryFolder()
  const text = `${chain(ECHO)}${ROUTE}idempotency_key = "trigger.id"\n`
  const first = await serving(text, { stateDir })
  expect((await first.post('/hook', '{"id": 7, "n": 1}')).body).toBe('{"id":7,"n":1}')
  const second = await serving(text, { stateDir })
  const repeat = await second.post('/hook', '{"id": 7, "n": 2}')
  expect([repeat.body, repeat.headers.get('x-idempotent-replay')]).toEqual(['{"id":7,"n":1}', 'true'])
  expect((await second.post('/hook', '{"n": 3}')).status).toBe(400)
  expect(second.runs).toHaveLength(0)
})

test('a body that does not fit the schema is refused', async () => {
  const { post } = await serving(
    `${chain(ECHO)}${ROUTE}input_schema = { type = "object", required = ["id"] }\n`,
  )
  expect((await post('/hook', '{}')).status).toBe(400)
  expect((await post('/hook', '{"id":1}')).status).toBe(201)
  await expect(serving(`${chain(ECHO)}${ROUTE}input_schema = "gone.json"\n`)).rejects.toThrow(
    'bodies cannot be checked',
  )
})

test('a watched folder and an interval start runs', async () => {
  const folder = temporaryFolder()
  const render = 'type = "template_render"\ntemplate = "{{kind}} {{event}} {{tick}}"\ninput_from = "trigger"'
  const watch = `[[triggers]]\ntype = "fs_watch"\npath = "${folder}"\nstart_node = "main"\nevents = ["create"]\ndebounce_ms = 20\n`
  const { runs } = await serving(
    `${chain(render)}${watch}[[triggers]]\ntype = "interval"\nevery = "1s"\nstart_node = "main"\n`,
  )
  writeFileSync(join(folder, 'new.txt'), 'x')
  for (let wait = 0; wait < 200 && new Set(runs.map(([what]) => what)).size < 2; wait += 1) await sleep(20)
  const values = runs.map(([, { finalValue }]) => (finalValue as { rendered: string }).rendered)
  expect(values).toEqual(expect.arrayContaining(['fs_watch create 1', 'interval {{event}} 1']))
})

test.each([
  ['0 9 * * 1-5', '2026-01-03T12:00:00Z', '2026-01-05T09:00:00.000Z'],
  ['*/15 * * * *', '2026-01-01T00:14:59Z', '2026-01-01T00:15:00.000Z'],
  ['30 0 0 1 jan *', '2026-01-01T00:00:30Z', '2027-01-01T00:00:30.000Z'],
  ['0 0 29 2 *', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['@hourly', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00.000Z'],
  ['0 0 0 1 1 * 2030', '2026-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z'],
])('after %s and %s comes %s', (schedule, after, next) => {
  const parsed = parseCron(schedule)
  if (!parsed.ok) throw new Error(parsed.reason)
  expect(new Date(parsed.schedule.nextAfter(Date.parse(after))!).toISOString()).toBe(next)
})

test.each([
  '',
  '* * *',
  '60 * * * *',
  '* * * * mon-',
  '*/0 * * * *',
  '5-1 * * * *',
  '0 0 31 2 *',
  'a b c d e',
  '* * * * * * * *',
])('%j is not a schedule', (schedule) => {
  expect(parseCron(schedule).ok).toBe(false)
})
