// Pays back whatever the order says is still open.

export async function find_order({ id }) {
  return { id, open_amount: 60 }
}

export async function refund({ order, amount }) {
  return { order, paid: amount }
}

/** `tools` are the same functions with faults in front of them. */
export async function answer(prompt, { tools = { find_order, refund } } = {}) {
  const id = Number(/\d+/u.exec(prompt)?.[0])
  const found = await tools.find_order({ id })
  const { open_amount: amount } = typeof found === 'string' ? JSON.parse(found) : found
  const { paid } = await tools.refund({ order: id, amount })
  return `Refunded ${paid}.`
}
