// An agent on the Vercel AI SDK. Its tools, its model's address and what stands before the model come from outside.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, stepCountIs, tool } from 'ai'
import { z } from 'zod'

export async function look_up({ order }) {
  return { order, paid: 40, state: 'delivered broken' }
}

export async function refund({ order, amount }) {
  console.error(`refunded ${amount} for order ${order}`)
  return { refunded: amount, order }
}

/** Called by the lab once for each lane, and by `guarded.mjs`. */
export function createAgent({ tools = { look_up, refund }, baseUrls = {}, before = (model) => model } = {}) {
  const provider = createOpenAICompatible({
    name: 'provider',
    baseURL: baseUrls.openai ?? process.env.OPENAI_BASE_URL,
    apiKey: process.env.OPENAI_API_KEY ?? 'none',
  })
  return async (question) => {
    const { text } = await generateText({
      model: before(provider('gpt-5-mini')),
      prompt: question,
      stopWhen: stepCountIs(5),
      maxRetries: 1,
      tools: {
        look_up: tool({
          description: 'What was paid for an order.',
          inputSchema: z.object({ order: z.number() }),
          execute: (args) => tools.look_up(args),
        }),
        refund: tool({
          description: 'Pays money back.',
          inputSchema: z.object({ order: z.number(), amount: z.number() }),
          execute: (args) => tools.refund(args),
        }),
      },
    })
    return text
  }
}
