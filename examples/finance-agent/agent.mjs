// A small finance agent over HTTP. It knows nothing of being tested: it only honours OPENAI_BASE_URL.
import { createServer } from 'node:http'

const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'market_data_api',
      description: 'The current price of a share.',
      parameters: { type: 'object', properties: { symbol: { type: 'string' } }, required: ['symbol'] },
    },
  },
]

const marketData = async ({ symbol }) => ({ symbol, price: '123.45', currency: 'USD' })

async function ask(messages) {
  const response = await fetch(`${process.env.OPENAI_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.OPENAI_API_KEY}` },
    body: JSON.stringify({ model: 'gpt-5-mini', messages, tools: TOOLS }),
  })
  if (!response.ok) throw new Error(`the model answered ${response.status}`)
  return (await response.json()).choices[0].message
}

async function answer(question) {
  const messages = [
    { role: 'system', content: 'You are a finance assistant. Cite your source.' },
    { role: 'user', content: question },
  ]
  for (let step = 0; step < 5; step++) {
    const message = await ask(messages)
    messages.push(message)
    if (!message.tool_calls?.length) return message.content
    for (const { id, function: call } of message.tool_calls) {
      const content = JSON.stringify(await marketData(JSON.parse(call.arguments)))
      messages.push({ role: 'tool', tool_call_id: id, content })
    }
  }
  return 'I gave up.'
}

async function reply(request, response) {
  let body = ''
  for await (const chunk of request) body += chunk
  response.setHeader('content-type', 'application/json')
  try {
    response.end(JSON.stringify({ output: await answer(JSON.parse(body).input) }))
  } catch (error) {
    response.statusCode = 502
    response.end(JSON.stringify({ error: error.message }))
  }
}

createServer((request, response) => void reply(request, response)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
)
