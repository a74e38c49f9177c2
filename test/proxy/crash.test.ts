import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../src/store/index.ts'
import { rawRequest } from './raw-client.ts'
import { startUpstream } from './scripted-upstream.ts'

const KILLS = 20
/** 31 replies of a cent each reach the ceiling of 0.305 $. */
const AFFORDABLE = 31

/** One file that starts in a moment, because it is started again and again. */
async function bundledServer(): Promise<string> {
  const outfile = join(import.meta.dirname, '../../node_modules/.cache/holdfast-test/crash-server.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'crash-server.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  return outfile
}

async function startServer(
  script: string,
  args: readonly string[],
): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(script, [...args], { execArgv: [] })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(message as string))
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)))
  })
  return { child, url }
}

test(
  `${KILLS} kills under load lose no acknowledged record, and ceilings go on where they were`,
  { timeout: 300_000 },
  async () => {
    const script = await bundledServer()
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'records.db')
    const upstream = await startUpstream()
    let said = 0
    upstream.answer(() => ({ text: `answer ${(said += 1)}`, usage: { input: 5000, output: 0 } }))
    /** Answers whose last byte reached the client, by session. */
    const acknowledged = new Map<string, string[]>()
    let asked = 0
    let onAnswer = (): void => undefined

    async function ask(url: string, session: string, stream: boolean): Promise<number> {
      asked += 1
      const reply = await rawRequest(`${url}/anthropic/v1/messages`, {
        headers: ['Content-Type', 'application/json', 'X-Api-Key', 'k', 'X-Holdfast-Session', session],
        body: JSON.stringify({
          model: 'claude-sonnet-5',
          max_tokens: 5,
          stream,
          messages: [{ role: 'user', content: `question ${asked}` }],
        }),
      })
      const text = reply.body.toString()
      const isWhole = !reply.isCut && reply.status === 200 && (!stream || text.includes('message_stop'))
      const [answer] = /answer \d+/u.exec(text) ?? []
      if (isWhole && answer !== undefined) {
        acknowledged.set(session, [...(acknowledged.get(session) ?? []), answer])
        onAnswer()
      }
      return reply.status
    }

    for (let kill = 0; kill < KILLS; kill += 1) {
      const { child, url } = await startServer(script, [upstream.url, file])
      const exited = new Promise((resolve) => child.once('exit', resolve))
      const gone = new AbortController()
      const lanes = Array.from({ length: 6 }, async (_, lane) => {
        for (let turn = 0; !gone.signal.aborted; turn += 1)
          await ask(url, lane === 0 ? 'budget' : `k${kill}-${lane}`, (lane + turn) % 2 === 0).catch(
            () => undefined,
          )
      })
      await new Promise<void>((resolve) => {
        // at any moment, or at the worst one: when a client has just been told that its turn is over
        if (kill % 2 === 0) setTimeout(resolve, 60 + ((kill * 37) % 90))
        else onAnswer = resolve
      })
      onAnswer = () => undefined
      child.kill('SIGKILL')
      await exited
      gone.abort()
      await Promise.all(lanes)
    }
    const { child, url } = await startServer(script, [upstream.url, file])
    let status = 200
    for (let turn = 0; status === 200 && turn < AFFORDABLE + 1; turn += 1)
      status = await ask(url, 'budget', false)
    expect(status).toBe(403)
    child.kill('SIGKILL')
    await upstream.close()

    const store = await openStore(file)
    const kept = new Map<string, Set<string>>()
    for await (const { sessionId } of store.sessions()) {
      const texts = new Set<string>()
      let next = 0
      for await (const { event } of store.read(sessionId)) {
        expect(event.seq).toBe(next)
        next += 1
        if (event.kind === 'model-response') texts.add(event.text)
      }
      kept.set(sessionId.split('/').at(-1)!, texts)
    }
    await store.close()
    const answers = [...acknowledged].flatMap(([session, texts]) => texts.map((text) => ({ session, text })))
    expect(answers.length).toBeGreaterThan(KILLS)
    expect(answers.filter(({ session, text }) => kept.get(session)?.has(text) !== true)).toEqual([])
    expect(acknowledged.get('budget')!.length).toBeLessThanOrEqual(AFFORDABLE)
    expect(kept.get('budget')!.size).toBeGreaterThanOrEqual(AFFORDABLE)
  },
)
