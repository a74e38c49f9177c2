// A small agent without any framework: it asks a model over the OpenAI wire format and runs the tools it names.

const PRICES = { ACME: 182.5, GLOBEX: 96.1 }

/** Looks up a price. */
export async function market_data_api({ symbol }) {
  return { symbol, price: PRICES[symbol] ?? null, quote_source: 'market data' }
}

/** Places an order; here it only says that it did. */
export async function place_order({ symbol, shares, limit }) {
  return { placed: true, symbol, shares, limit }
}

const TOOLS = { market_data_api, place_order }

const DEFINITIONS = Object.keys(TOOLS).map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: {} } },
}))

const MOST_STEPS = 6

/** `tools` are the same functions with faults in front of them; `baseUrls` lead to the model. */
export async function answer(prompt, { tools = TOOLS, baseUrls = {}, signal } = {}) {
  const messages = [
    { role: 'system', content: 'You look up prices and place orders.' },
    { role: 'user', content: prompt },
  ]
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { message } = (await ask(baseUrls.openai ?? process.env.OPENAI_BASE_URL, messages, signal))
      .choices[0]
    messages.push(message)
    if (!message.tool_calls?.length) return message.content
    for (const call of message.tool_calls)
      messages.push({ role: 'tool', tool_call_id: call.id, content: await runTool(tools, call.function) })
  }
  return 'I could not finish this in a few steps.'
}

async function runTool(tools, { name, arguments: args }) {
  try {
    return JSON.stringify(await tools[name](JSON.parse(args)))
  } catch (error) {
    return JSON.stringify({ error: error.message })
  }
}

async function ask(baseUrl, messages, signal, attempt = 1) {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${process.env.OPENAI_API_KEY ?? 'none'}`,
    },
    body: JSON.stringify({ model: 'gpt-5-mini', messages, tools: DEFINITIONS }),
    signal,
  })
  if (response.status >= 500 && attempt < 3) return ask(baseUrl, messages, signal, attempt + 1)
  if (!response.ok) throw new Error(`the model answered ${response.status}: ${await response.text()}`)
  return response.json()
}
