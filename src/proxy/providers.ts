/** The providers the gateway knows, each with a prefix of its own. */
export const PROVIDERS = ['anthropic', 'openai', 'gemini', 'openrouter'] as const

export type Provider = (typeof PROVIDERS)[number]

export function isProvider(word: string): word is Provider {
  return (PROVIDERS as readonly string[]).includes(word)
}
