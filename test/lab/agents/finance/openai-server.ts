// A small agent on the official OpenAI client, behind HTTP. It knows nothing of being tested.
import { createServer } from 'node:http'
import OpenAI from 'openai'
import { marketData } from './market-data.ts'

const client = new OpenAI({ apiKey: process.env['OPENAI_API_KEY'] ?? 'test-key', maxRetries: 1 })

const TOOLS: OpenAI.Chat.Completions.ChatCompletionTool[] = [
  {
    type: 'function',
    function: {
      name: 'market_data_api',
      description: 'The current price of a share.',
      parameters: { type: 'object', properties: { symbol: { type: 'string' } }, required: ['symbol'] },
    },
  },
]

async function answer(question: string): Promise<string> {
  const messages: OpenAI.Chat.Completions.ChatCompletionMessageParam[] = [
    { role: 'system', content: 'You are a finance assistant. Cite your source.' },
    { role: 'user', content: question },
  ]
  for (let step = 0; step < 5; step++) {
    const { choices } = await client.chat.completions.create({ model: 'gpt-5-mini', messages, tools: TOOLS })
    const message = choices[0]!.message
    messages.push(message)
    if (message.tool_calls === undefined || message.tool_calls.length === 0) return message.content ?? ''
    for (const call of message.tool_calls) {
      if (call.type !== 'function') continue
      const result = await marketData(JSON.parse(call.function.arguments) as { symbol: string }).then(
        (value) => JSON.stringify(value),
        (error: unknown) => `Error: ${(error as Error).message}`,
      )
      messages.push({ role: 'tool', tool_call_id: call.id, content: result })
    }
  }
  return 'I gave up.'
}

const server = createServer((request, response) => {
  void (async () => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    response.setHeader('content-type', 'application/json')
    try {
      const { input } = JSON.parse(body) as { input: string }
      response.end(JSON.stringify({ output: await answer(input) }))
    } catch (error) {
      response.statusCode = 502
      response.end(JSON.stringify({ error: (error as Error).message }))
    }
  })()
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
