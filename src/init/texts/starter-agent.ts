export const STARTER_AGENT = `// A small agent to begin with. The lab calls \`answer\` and may put faults in front of \`market_data_api\`.

const PRICES = { ACME: 182.5, GLOBEX: 96.1 }

/** A tool. In your agent this would ask a service. */
export async function market_data_api({ symbol }) {
  const price = PRICES[symbol]
  if (price === undefined) throw new Error(\`unknown symbol \${symbol}\`)
  return { symbol, price, source: 'market data' }
}

/** @param {string} prompt @param {{ tools: Record<string, (args: object) => Promise<unknown>> }} context */
export async function answer(prompt, { tools }) {
  const symbol = Object.keys(PRICES).find((name) => prompt.toUpperCase().includes(name)) ?? 'ACME'
  try {
    const data = await tools.market_data_api({ symbol })
    if (typeof data?.price !== 'number') throw new Error('no price in the reply')
    return \`According to \${data.source}, \${symbol} stands at \${data.price}.\`
  } catch {
    return \`I could not reach the market data, so I cannot say what \${symbol} costs. Source: none available.\`
  }
}
`
