/** The tool of the finance agents: a price, from wherever the environment says prices are. */
export async function marketData({ symbol }: { readonly symbol: string }): Promise<unknown> {
  const address = process.env['MARKET_DATA_URL']
  if (address === undefined) return { symbol, price: '123.45', currency: 'USD' }
  const response = await fetch(`${address}/quote?symbol=${encodeURIComponent(symbol)}`)
  if (!response.ok) throw new Error(`HTTP ${response.status} ${await response.text()}`)
  return response.json()
}

export const tools = { market_data_api: marketData }
