// What the SDK adds to a call of the official client, with a provider that answers at once inside the process.
import OpenAI from 'openai'
import { compileContract, loadContract, TEMPLATES } from '../src/contract/index.ts'
import { createGuard, wrap } from '../src/sdk/index.ts'
import { openaiChat } from '../src/wire/index.ts'
import { median } from './interleave.ts'
import { printRows } from './rows.ts'

const isQuick = process.argv.includes('--quick')
const ROUNDS = isQuick ? 11 : 41
const CALLS_PER_ROUND = isQuick ? 20 : 50

const { contract } = loadContract('full-governance.yaml', TEMPLATES['full-governance']!)
const compiled = compileContract(contract!)

const answer = {
  id: 'reply_1',
  model: 'gpt-5.5',
  createdS: 1,
  usage: { input: 400, output: 200 },
  text: 'The refund was looked up and is on its way to the customer. '.repeat(20),
}
const whole = JSON.stringify(openaiChat.encodeReply(answer))
const frames = openaiChat.encodeStream(answer, { textChars: 16 })
const json = { 'content-type': 'application/json' }
const events = { 'content-type': 'text/event-stream' }

/** Judging is measured and not the network: the reply is there at once. */
const provider: typeof fetch = async (_url, init) => {
  const asked = init?.body
  const isStream = typeof asked === 'string' && asked.includes('"stream":true')
  if (!isStream) return new Response(whole, { headers: json })
  const left = frames.values()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = left.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
  })
  return new Response(body, { headers: events })
}

const bare = new OpenAI({ apiKey: 'key', baseURL: 'http://provider.invalid/v1', fetch: provider })
const wrapped = wrap(bare, compiled)
let question = 0

function ask() {
  question += 1
  return {
    model: 'gpt-5.5',
    messages: [
      { role: 'system' as const, content: 'You help customers. '.repeat(50) },
      { role: 'user' as const, content: `Where is my refund ${question}?` },
    ],
  }
}

async function call(client: OpenAI): Promise<void> {
  await client.chat.completions.create(ask())
}

async function stream(client: OpenAI): Promise<void> {
  for await (const _ of await client.chat.completions.create({ ...ask(), stream: true }));
}

async function interleaved(
  subjects: Readonly<Record<string, () => Promise<void>>>,
): Promise<Map<string, number>> {
  const samples = new Map(Object.keys(subjects).map((name) => [name, [] as number[]]))
  for (let round = -3; round < ROUNDS; round += 1)
    for (const [name, run] of Object.entries(subjects)) {
      const started = process.hrtime.bigint()
      for (let count = 0; count < CALLS_PER_ROUND; count += 1) await run()
      if (round >= 0) samples.get(name)!.push(Number(process.hrtime.bigint() - started) / CALLS_PER_ROUND)
    }
  return new Map([...samples].map(([name, values]) => [name, median(values)]))
}

const guard = createGuard(compiled)
let callCount = 0
const times = await interleaved({
  bareCall: () => call(bare),
  wrappedCall: () => call(wrapped),
  bareStream: () => stream(bare),
  wrappedStream: () => stream(wrapped),
  async toolCall() {
    callCount += 1
    guard.judge({
      kind: 'tool-call',
      callId: `call_${callCount}`,
      tool: 'search',
      args: { query: `order ${callCount}` },
    })
  },
})
const at = (name: string): number => times.get(name)!

printRows('SDK, official OpenAI client, full-governance contract', [
  { name: 'call, bare', value: at('bareCall'), unit: 'ns' },
  {
    name: 'call, wrapped',
    value: at('wrappedCall'),
    unit: 'ns',
    timesControl: at('wrappedCall') / at('bareCall'),
  },
  { name: 'call, added', value: at('wrappedCall') - at('bareCall'), unit: 'ns' },
  { name: `stream of ${frames.length} frames, bare`, value: at('bareStream'), unit: 'ns' },
  {
    name: `stream of ${frames.length} frames, wrapped`,
    value: at('wrappedStream'),
    unit: 'ns',
    timesControl: at('wrappedStream') / at('bareStream'),
  },
  { name: 'stream, added', value: at('wrappedStream') - at('bareStream'), unit: 'ns' },
  { name: 'guard.judge of a tool call', value: at('toolCall'), unit: 'ns' },
])
