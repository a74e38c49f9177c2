// A small agent on the Vercel AI SDK, as a module. It takes its tools and its model's address from outside.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, stepCountIs, tool } from 'ai'
import { z } from 'zod'

interface Parts {
  readonly tools: Readonly<Record<string, (args: { readonly symbol: string }) => unknown>>
  readonly baseUrls: { readonly openai: string }
}

export function createAgent({ tools, baseUrls }: Parts) {
  const provider = createOpenAICompatible({ name: 'mock', baseURL: baseUrls.openai, apiKey: 'test-key' })
  return async (question: string): Promise<string> => {
    const { text } = await generateText({
      model: provider('gpt-5-mini'),
      system: 'You are a finance assistant. Cite your source.',
      prompt: question,
      stopWhen: stepCountIs(5),
      maxRetries: 1,
      tools: {
        market_data_api: tool({
          description: 'The current price of a share.',
          inputSchema: z.object({ symbol: z.string() }),
          execute: async (args) => tools['market_data_api']!(args),
        }),
      },
    })
    return text
  }
}
