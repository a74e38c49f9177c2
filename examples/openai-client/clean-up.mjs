// A program on the official OpenAI client. One line holds it to a contract: `wrap`.
import OpenAI from 'openai'
import { ContractBreachError, wrap } from 'holdfast/sdk'

const contract = new URL('./contract.yaml', import.meta.url)
const client = wrap(new OpenAI({ apiKey: process.env.OPENAI_API_KEY ?? 'none', maxRetries: 0 }), contract)
const prompt = process.argv[2] ?? 'Tidy up my files.'

try {
  const { choices } = await client.chat.completions.create({
    model: 'gpt-5-mini',
    messages: [{ role: 'user', content: prompt }],
  })
  for (const { function: call } of choices[0].message.tool_calls ?? [])
    console.log(`would run ${call.arguments}`)
  console.log(choices[0].message.content ?? '')
} catch (error) {
  if (!(error instanceof ContractBreachError)) throw error
  for (const { clauseId, location } of error.findings)
    console.log(`stopped by ${clauseId}, line ${location?.line}`)
  process.exitCode = 1
}
