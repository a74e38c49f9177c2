import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveProxy } from '../../src/cli/commands/proxy-start.ts'
import type { CliIo } from '../../src/cli/io.ts'
import { main } from '../../src/cli/main.ts'
import { nodeIo } from '../../src/cli/node-io.ts'
import type { Proxy } from '../../src/proxy/index.ts'
import { rawRequest } from './raw-client.ts'
import { startUpstream } from './scripted-upstream.ts'
import { contractText, NO_RM } from './world.ts'

interface Terminal extends CliIo {
  text(): string
}

function terminal(env: Record<string, string> = {}): Terminal {
  let text = ''
  const take = (more: string): void => {
    text += more
  }
  return { ...nodeIo(), env, colour: false, out: take, err: take, text: () => text }
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const ask = ({ url }: Pick<Proxy, 'url'>, path = '/anthropic', key = 'sk-very-secret') =>
  rawRequest(`${url}${path}/v1/messages`, {
    headers: ['Content-Type', 'application/json', 'X-Api-Key', key, 'X-Holdfast-Session', 'nightly'],
    body: '{"model":"claude-sonnet-5","messages":[{"role":"user","content":"Clean up"}]}',
  })

test('a gateway is started, asked, stopped, and its sessions are read again', async () => {
  const folder = folderWith({
    'c.yaml': contractText(NO_RM),
    'b.yaml': contractText('\n- tool_blocklist: {tools: [nothing]}\n'),
  })
  const upstream = await startUpstream()
  upstream.script({ toolCalls: [{ id: 'c1', tool: 'delete_all', args: { path: '/' } }] })
  const store = join(folder, 'records.db')
  const io = terminal({ HOLDFAST_UPSTREAM_ANTHROPIC: upstream.url, SPECIAL: 'sk-special' })
  const exit = await serveProxy(
    {
      contract: join(folder, 'c.yaml'),
      route: [`/other=${join(folder, 'b.yaml')}`, `key:SPECIAL=${join(folder, 'b.yaml')}`] as never,
      port: '0',
      store,
    },
    io,
    async (proxy) => {
      expect((await ask(proxy)).body.toString()).toContain('blocked by contract')
      expect((await ask(proxy, '/other/anthropic')).body.toString()).toContain('delete_all')
      expect((await ask(proxy, '/anthropic', 'sk-special')).body.toString()).toContain('delete_all')
      const asking = terminal()
      expect(await main(['proxy', 'status', '--port', String(proxy.port)], asking)).toBe(0)
      expect(asking.text()).toContain('test-contract/')
      expect(asking.text()).toContain('denied 1')
    },
  )
  expect(exit).toBe(0)
  await upstream.close()
  expect(io.text()).toContain(`/anthropic → ${upstream.url} (environment)`)
  expect(io.text()).not.toContain('sk-very-secret')
  expect(readFileSync(store).includes('sk-very-secret')).toBe(false)

  const listing = terminal()
  expect(await main(['sessions', 'list', '--store', store], listing)).toBe(0)
  const [id] = listing.text().match(/^test-contract\/\S+/mu) ?? []
  const showing = terminal()
  expect(await main(['sessions', 'show', id!, '--store', store], showing)).toBe(0)
  expect(showing.text()).toMatch(/deny\s+tool-call\s+delete_all/u)
  const out = join(folder, 'events.jsonl')
  expect(await main(['sessions', 'export', id!, '--store', store, '--out', out], terminal())).toBe(0)
  const checking = terminal()
  expect(await main(['check', '--contract', join(folder, 'c.yaml'), '--events', out], checking)).toBe(1)
  expect(checking.text()).toContain('no-destruction')
})

test.each([
  [['--port', '0'], 'no contract is named'],
  [['--contract', 'nowhere.yaml'], 'cannot read `nowhere.yaml`'],
  [['--contract', 'FOLDER/bad.yaml'], 'no_such_operator'],
  [['--contract', 'FOLDER/c.yaml', '--host', '0.0.0.0'], 'a token is needed'],
  [['--contract', 'FOLDER/c.yaml', '--on-deny', 'shrug'], '`shrug` is none of replace, refuse'],
  [['--contract', 'FOLDER/c.yaml', '--fail-open-for', 'ages'], '`ages` is not a duration'],
  [['--route', 'nonsense'], 'does not read as selector=contract'],
  [['--route', 'key:NOT_SET=FOLDER/c.yaml'], 'NOT_SET is not set'],
  [['--contract', 'FOLDER/c.yaml', '--upstream-openai', 'ftp://x'], 'is not an http or https URL'],
])('%j is wrong usage and says why', async (args, words) => {
  const folder = folderWith({
    'c.yaml': contractText(NO_RM),
    'bad.yaml': contractText('\n- no_such_operator: {}\n'),
  })
  const io = terminal()
  const exit = await main(
    ['proxy', 'start', '--no-persist', ...args.map((arg) => arg.replace('FOLDER', folder))],
    io,
  )
  expect(exit).toBe(2)
  expect(io.text()).toContain(words)
})

test('asking where nothing listens could not be judged', async () => {
  const io = terminal()
  expect(await main(['proxy', 'status', '--port', '9'], io)).toBe(3)
  expect(io.text()).toContain('no gateway answers')
})

test('sessions of a store that is not there are not made up', async () => {
  const io = terminal()
  expect(await main(['sessions', 'list', '--store', 'nowhere/records.db'], io)).toBe(2)
  expect(io.text()).toContain('there is no store')
})
