// The same agent in production: the middleware judges every reply of the model before the SDK acts on it.
import { wrapLanguageModel } from 'ai'
import { aiSdkMiddleware, breachIn } from 'holdfast/sdk'
import { createAgent } from './agent.mjs'

const contract = new URL('./contract.yaml', import.meta.url)
const agent = createAgent({
  before: (model) => wrapLanguageModel({ model, middleware: aiSdkMiddleware(contract) }),
})

try {
  console.log(await agent(process.argv[2] ?? 'Order 7 arrived broken.'))
} catch (error) {
  const breach = breachIn(error)
  if (breach === undefined) throw error
  console.log(`stopped by ${breach.findings.map(({ clauseId }) => clauseId).join(', ')}`)
  process.exitCode = 1
}
