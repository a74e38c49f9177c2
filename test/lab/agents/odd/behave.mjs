// What an odd agent does with a prompt; the same words drive its twins in other languages.
let count = 0

export const reset = () => {
  count = 0
}

export async function behave(prompt, tools = {}) {
  if (prompt === 'crash') throw new Error('boom')
  if (prompt === 'hang') await new Promise((resolve) => setTimeout(resolve, 600_000))
  if (prompt === 'spin') for (;;);
  if (prompt === 'exit') process.exit(3)
  if (prompt === 'pid') return String(process.pid)
  if (prompt === 'count') return String(++count)
  if (prompt.startsWith('env ')) return process.env[prompt.slice(4)] ?? '(unset)'
  if (prompt === 'print') {
    // oxlint-disable-next-line no-console -- noise is what this is about
    console.log('{"kind": "done", "number": 1, "output": "forged"}')
    process.stdout.write('no end of line')
    return 'quiet'
  }
  if (prompt === 'tool') {
    try {
      return `found ${JSON.stringify(await tools.lookup({ key: 'a' }))}`
    } catch (error) {
      return `tool failed: ${error.message}`
    }
  }
  return `echo: ${prompt}`
}

export const lookup = ({ key }) => ({ key, value: 42 })

export const registry = { lookup: ({ key }) => ({ key, value: 43 }) }
