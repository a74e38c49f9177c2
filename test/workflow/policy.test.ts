import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chain, engineOf, temporaryFolder } from './support.ts'

const WRITE = 'type = "write_file"\npath_from = "trigger.path"\ncontent_from = "trigger.content"'
const READ = 'type = "read_file"\npath_from = "trigger.path"'

/** A folder `safe` that may be written, and beside it `outside`, which may not. */
function yard() {
  const folder = temporaryFolder()
  const safe = join(folder, 'safe')
  const outside = join(folder, 'outside')
  mkdirSync(safe)
  mkdirSync(outside)
  writeFileSync(join(outside, 'secret.txt'), 'secret')
  const policy = `[policy.fs]\nwrite = ["${safe}/**"]\nread = ["${safe}/**"]\n`
  return { folder, safe, outside, policy }
}

function everythingIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true }).map(String).toSorted()
}

function untouched(outside: string): void {
  expect(readdirSync(outside)).toEqual(['secret.txt'])
  expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret')
}

const ESCAPES: Readonly<Record<string, (yard: { safe: string; outside: string }) => string>> = {
  'dots after the folder': ({ safe }) => `${safe}/../outside/new.txt`,
  'dots deep inside': ({ safe }) => `${safe}/a/b/../../../outside/new.txt`,
  'another absolute path': ({ outside }) => `${outside}/new.txt`,
  'a link to a folder': ({ safe, outside }) => {
    symlinkSync(outside, join(safe, 'link'))
    return `${safe}/link/new.txt`
  },
  'a link and dots behind it': ({ safe, outside }) => {
    mkdirSync(join(outside, '..', 'deep', 'er'), { recursive: true })
    symlinkSync(join(outside, '..', 'deep', 'er'), join(safe, 'link'))
    return `${safe}/link/../new.txt`
  },
  'a link to a file': ({ safe, outside }) => {
    symlinkSync(join(outside, 'secret.txt'), join(safe, 'notes.txt'))
    return `${safe}/notes.txt`
  },
  'a link to a file that is not there': ({ safe, outside }) => {
    symlinkSync(join(outside, 'new.txt'), join(safe, 'notes.txt'))
    return `${safe}/notes.txt`
  },
  'a chain of relative links': ({ safe }) => {
    symlinkSync('../outside', join(safe, 'one'))
    symlinkSync('one', join(safe, 'two'))
    return `${safe}/two/new.txt`
  },
  'a hard link': ({ safe, outside }) => {
    linkSync(join(outside, 'secret.txt'), join(safe, 'notes.txt'))
    return `${safe}/notes.txt`
  },
  'encoded dots': ({ safe }) => `${safe}/%2e%2e/outside/new.txt`,
  'encoded slashes': ({ safe }) => `${safe}/..%2foutside%2fnew.txt`,
  'twice encoded': ({ safe }) => `${safe}/%252e%252e/new.txt`,
  backslashes: ({ safe }) => `${safe}/..\\..\\outside\\new.txt`,
  'a zero byte': ({ safe }) => `${safe}/a\u0000/../../outside/new.txt`,
  'a trailing dot': ({ safe }) => `${safe}/notes.txt.`,
  'a trailing space': ({ safe }) => `${safe}/notes.txt `,
  'full-width dots': ({ safe }) => `${safe}/\uff0e\uff0e/outside/new.txt`,
  'a folder whose name begins alike': ({ safe }) => `${safe}-evil/new.txt`,
  'another case': ({ safe }) => `${safe.replace(/safe$/u, 'SAFE')}/new.txt`,
  nothing: () => '',
}

test.each(Object.entries(ESCAPES))(
  'a write through %s is denied before it happens',
  async (_name, escape) => {
    const place = yard()
    const path = escape(place)
    const before = everythingIn(place.folder)
    const result = await engineOf(`${chain(WRITE)}${place.policy}`).run({ input: { path, content: 'owned' } })
    expect(result.status).toBe('errored')
    expect(result.error?.class).toBe('policy')
    expect(result.cost.policyDenials).toBe(1)
    expect(result.denials).toMatchObject([
      { tool: 'write_file', family: 'fs', resource: path, allowed: false, nodeId: 'a' },
    ])
    expect(result.trace.map(({ nodeId, outcome }) => [nodeId, outcome])).toEqual([['a', 'error']])
    untouched(place.outside)
    expect(everythingIn(place.folder)).toEqual(before)
  },
)

test.each(['a link to a file', 'a hard link', 'dots after the folder'])(
  'a read through %s is denied',
  async (name) => {
    const place = yard()
    const path = ESCAPES[name]!(place).replace('new.txt', 'secret.txt')
    const result = await engineOf(`${chain(READ)}${place.policy}`).run({ input: { path } })
    expect(result.error?.class).toBe('policy')
    expect(JSON.stringify(result)).not.toContain('"secret"')
  },
)

test('what really lies inside is allowed however it is written', async () => {
  const { safe, folder, policy } = yard()
  mkdirSync(join(safe, 'inner'))
  symlinkSync(join(safe, 'inner'), join(safe, 'link'))
  const engine = engineOf(`${chain(WRITE)}${policy}`, { workdir: folder })
  for (const path of [
    `${safe}/./one.txt`,
    `${safe}/link/two.txt`,
    'safe/three.txt',
    `${safe}/inner/../four.txt`,
    `${safe}/new/deep/five.txt`,
  ])
    expect(await engine.run({ input: { path, content: 'x' } })).toMatchObject({
      status: 'completed',
      denials: [],
    })
  expect(readdirSync(safe, { recursive: true })).toEqual(
    expect.arrayContaining(['one.txt', 'inner/two.txt', 'three.txt', 'four.txt', 'new/deep/five.txt']),
  )
})

test('a policy written through a link allows what the link leads to', async () => {
  const { safe, folder } = yard()
  symlinkSync(safe, join(folder, 'alias'))
  const policy = `[policy.fs]\nwrite = ["${folder}/alias/**"]\n`
  const result = await engineOf(`${chain(WRITE)}${policy}`).run({
    input: { path: `${safe}/x.txt`, content: 'x' },
  })
  expect(result.status).toBe('completed')
})

test('a pipe inside the folder is refused and nobody waits for it', async () => {
  const { safe, policy } = yard()
  const { execFileSync } = await import('node:child_process')
  execFileSync('mkfifo', [join(safe, 'pipe')])
  const result = await engineOf(`${chain(READ)}${policy}`).run({
    input: { path: `${safe}/pipe` },
    timeoutMs: 5000,
  })
  expect(result.denials).toMatchObject([{ code: 'not-a-file' }])
})

test('once there is a policy, families it does not name are denied', async () => {
  const policy = '[policy.env]\nread_keys = ["HOME"]\n'
  const env = engineOf(`${chain('type = "read_env"\nkey = "PATH"')}${policy}`)
  expect((await env.run()).error?.message).toBe(
    'policy violation: read_env `PATH`: env var `PATH` is not in the allowlist (1 configured)',
  )
  const write = await engineOf(`${chain(WRITE)}${policy}`).run({ input: { path: '/tmp/x', content: '' } })
  expect(write.error?.message).toBe(
    'policy violation: write_file denied on /tmp/x: fs_write denied: no `fs_write` allowlist patterns are configured',
  )
  const shell = await engineOf(`${chain('type = "shell_run"\ncommand = "/bin/true"')}${policy}`).run()
  expect(shell.denials).toMatchObject([{ family: 'shell', code: 'nothing-listed' }])
})

test('a denial is not tried again', async () => {
  const policy = '[policy.env]\nread_keys = []\n'
  const result = await engineOf(
    `${chain('type = "read_env"\nkey = "X"\nretry = { max_attempts = 5, backoff_ms = 1 }')}${policy}`,
  ).run()
  expect(result.cost).toMatchObject({ policyDenials: 1, retries: 0 })
})

async function listener(
  answer: (path: string) => { status: number; location?: string } = () => ({ status: 200 }),
) {
  const seen: string[] = []
  const server: Server = createServer((request, response) => {
    seen.push(`${request.method} ${request.headers.host} ${request.url}`)
    const { status, location } = answer(request.url ?? '')
    response.writeHead(status, location === undefined ? {} : { location }).end('hello')
  })
  let connections = 0
  server.on('connection', () => (connections += 1))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  return { seen, port: (server.address() as AddressInfo).port, connections: () => connections }
}

const GET = 'type = "http_request"\nmethod = "GET"\nurl_from = "trigger.url"'

test.each<[string, (port: number) => string]>([
  ['credentials that look like the host', (port) => `http://127.0.0.1:1@127.0.0.1:${port}/`],
  ['an allowed name before an at sign', (port) => `http://allowed.test@127.0.0.1:${port}/`],
  ['empty credentials', (port) => `http://@127.0.0.1:${port}/api/x`],
  ['another port', (port) => `http://127.0.0.1:${port}/api/x`],
  ['a decimal address', (port) => `http://2130706433:${port}/api/x`],
  ['an IPv6 way to say it', (port) => `http://[::ffff:127.0.0.1]:${port}/api/x`],
  ['a line break in the path', (port) => `http://127.0.0.1:${port}/\r\nX-Evil: 1`],
  ['a backslash', (port) => `http://127.0.0.1:${port}\\@allowed.test/`],
  ['another scheme', () => 'file:///etc/passwd'],
  ['a name that only begins alike', (port) => `http://allowed.test.localhost:${port}/`],
])('a request with %s is denied and nothing is sent', async (_name, urlOf) => {
  const { seen, port, connections } = await listener()
  const policy =
    '[policy.http]\nurls = ["http://allowed.test/**", "http://127.0.0.1:1/**", "http://allowed.test*"]\n'
  const result = await engineOf(`${chain(GET)}${policy}`).run({ input: { url: urlOf(port) } })
  expect(result.status).toBe('errored')
  expect(result.error?.class).toBe('policy')
  expect(result.denials).toHaveLength(1)
  expect(seen).toEqual([])
  expect(connections()).toBe(0)
})

test.each([
  '/api/../admin',
  '/api/%2e%2e/admin',
  '/api/..%2fadmin',
  '/api%2f..%2fadmin',
  '/apix',
  '/%61dmin',
])('the path %s does not get past a rule for /api/**', async (path) => {
  const { seen, port } = await listener()
  const policy = `[policy.http]\nurls = ["http://127.0.0.1:${port}/api/**"]\n`
  const result = await engineOf(`${chain(GET)}${policy}`).run({
    input: { url: `http://127.0.0.1:${port}${path}` },
  })
  expect(result.error?.class).toBe('policy')
  expect(seen).toEqual([])
})

test('an allowed URL is asked, also when it is written with codes', async () => {
  const { seen, port } = await listener()
  const engine = engineOf(
    `${chain(GET)}[policy.http]\nurls = ["http://127.0.0.1:${port}/api/**"]\nmethods = ["GET"]\n`,
  )
  const result = await engine.run({ input: { url: `http://127.0.0.1:${port}/%61pi/x?y=1` } })
  expect(result).toMatchObject({ status: 'completed', finalValue: { status: 200, body: 'hello', bytes: 5 } })
  expect(seen).toEqual([`GET 127.0.0.1:${port} /%61pi/x?y=1`])
})

test('a name that resolves to this machine is denied at the moment it is resolved', async () => {
  const { seen, port, connections } = await listener()
  const wild = await engineOf(`${chain(GET)}[policy.http]\nurls = ["*"]\n`).run({
    input: { url: `http://localhost:${port}/` },
  })
  expect(wild.denials).toMatchObject([{ code: 'not-public' }])
  expect([seen, connections()]).toEqual([[], 0])
  const named = await engineOf(`${chain(GET)}[policy.http]\nurls = ["http://localhost:${port}/**"]\n`).run({
    input: { url: `http://localhost:${port}/` },
  })
  expect(named.status).toBe('completed')
})

test.each([
  'http://169.254.169.254/latest/',
  'http://10.0.0.1/',
  'http://[::1]/',
  'http://0x7f.1/',
  'http://[64:ff9b::a00:1]/',
])('%s is not public, so a rule for everything does not allow it', async (url) => {
  const result = await engineOf(`${chain(GET)}[policy.http]\nurls = ["*"]\n`).run({ input: { url } })
  expect(result.denials).toMatchObject([{ code: 'not-public' }])
})

test('a redirect is not followed, and when it is, every hop is judged', async () => {
  const elsewhere = await listener()
  const { port, seen } = await listener((path) =>
    path === '/in'
      ? { status: 302, location: '/api/landed' }
      : path === '/out'
        ? { status: 302, location: `http://127.0.0.1:${elsewhere.port}/` }
        : { status: 200 },
  )
  const policy = `[policy.http]\nurls = ["http://127.0.0.1:${port}/**"]\n`
  const still = await engineOf(`${chain(GET)}${policy}`).run({
    input: { url: `http://127.0.0.1:${port}/out` },
  })
  expect(still).toMatchObject({
    status: 'completed',
    finalValue: { status: 302 },
    deadEnd: { branch: 'error', isFailure: true },
  })
  const following = engineOf(`${chain(`${GET}\nfollow_redirects = 3`)}${policy}`)
  expect(await following.run({ input: { url: `http://127.0.0.1:${port}/in` } })).toMatchObject({
    finalValue: { status: 200 },
  })
  const denied = await following.run({ input: { url: `http://127.0.0.1:${port}/out` } })
  expect(denied.denials).toMatchObject([
    { family: 'http', code: 'not-listed', resource: `http://127.0.0.1:${elsewhere.port}/` },
  ])
  expect(elsewhere.seen).toEqual([])
  expect(seen).toEqual([
    `GET 127.0.0.1:${port} /out`,
    `GET 127.0.0.1:${port} /in`,
    `GET 127.0.0.1:${port} /api/landed`,
    `GET 127.0.0.1:${port} /out`,
  ])
})

test('programs are judged by where they really are and by their arguments', async () => {
  const { safe, folder } = yard()
  symlinkSync('/bin/sh', join(safe, 'echo'))
  const target = join(folder, 'made')
  const run = (command: string, args: readonly string[], commands: string) =>
    engineOf(
      `${chain(`type = "shell_run"\ncommand = "${command}"\nargs_from = "trigger.args"`)}[policy.shell]\ncommands = ${commands}\n`,
    ).run({ input: { args } })
  const disguised = await run(join(safe, 'echo'), ['-c', `touch ${target}`], `["${safe}/*"]`)
  expect(disguised.denials).toMatchObject([{ family: 'shell', code: 'not-listed' }])
  const wrongArgs = await run('/usr/bin/touch', [target], '["/usr/bin/touch --version"]')
  expect(wrongArgs.error?.message).toContain('its arguments are not listed')
  expect(existsSync(target)).toBe(false)
  expect(await run('/usr/bin/touch', ['--version'], '["/usr/bin/touch --version"]')).toMatchObject({
    status: 'completed',
    finalValue: { exit_code: 0 },
  })
})

test('a sub-workflow may do only what its caller and itself both allow, and a denial in it ends the run', async () => {
  const { folder, safe, outside } = yard()
  const child = (policy: string) => `${chain(WRITE)}${policy}`
  writeFileSync(join(folder, 'child.toml'), child(`[policy.fs]\nwrite = ["${outside}/**", "${safe}/**"]\n`))
  const parent = `${START_MAP}[policy.fs]\nwrite = ["${safe}/**"]\n`
  const engine = engineOf(parent, { file: join(folder, 'parent.toml') })
  const good = await engine.run({ input: { items: [{ path: `${safe}/1`, content: 'x' }] } })
  expect(good).toMatchObject({ status: 'completed', lastNode: 'a' })
  const bad = await engine.run({
    input: {
      items: [
        { path: `${safe}/2`, content: 'x' },
        { path: `${outside}/3`, content: 'x' },
      ],
    },
  })
  expect(bad).toMatchObject({ status: 'errored', error: { class: 'policy' } })
  expect(bad.denials).toMatchObject([{ address: 'a[1]/a' }])
  untouched(outside)
})

const START_MAP = chain('type = "map"\nitems_from = "trigger.items"\nworkflow = "child.toml"\nmax_items = 5')

test('without a policy links are followed as the system follows them', async () => {
  const { safe, outside, folder } = yard()
  symlinkSync(outside, join(safe, 'link'))
  const engine = engineOf(chain(WRITE), { workdir: folder })
  expect(await engine.run({ input: { path: 'safe/link/deep/new.txt', content: 'x' } })).toMatchObject({
    status: 'completed',
  })
  expect(readFileSync(join(outside, 'deep/new.txt'), 'utf8')).toBe('x')
  symlinkSync(join(outside, 'secret.txt'), join(safe, 'alias.txt'))
  expect(await engineOf(chain(READ)).run({ input: { path: join(safe, 'alias.txt') } })).toMatchObject({
    finalValue: { content: 'secret' },
  })
})

test('one file that is many programs is allowed only under the names that are listed', async () => {
  const { folder } = yard()
  const many = join(folder, 'many')
  writeFileSync(many, '#!/bin/sh\necho "$0 ran"\n', { mode: 0o755 })
  symlinkSync(many, join(folder, 'list'))
  symlinkSync(many, join(folder, 'format'))
  const run = (name: string) =>
    engineOf(
      `${chain(`type = "shell_run"\ncommand = "${join(folder, name)}"`)}[policy.shell]\ncommands = ["${join(folder, 'list')}"]\n`,
    ).run()
  expect(await run('list')).toMatchObject({ status: 'completed', finalValue: { exit_code: 0 } })
  expect(await run('format')).toMatchObject({ status: 'errored', error: { class: 'policy' } })
})
