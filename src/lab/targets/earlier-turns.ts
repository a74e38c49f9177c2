import type { Question } from '../target.ts'

/** For agents that take one text: the conversation so far, and the prompt behind it. */
export function promptWithEarlier({ prompt, earlier = [] }: Pick<Question, 'prompt' | 'earlier'>): string {
  if (earlier.length === 0) return prompt
  return `${earlier.map(({ role, content }) => `${role}: ${content}`).join('\n\n')}\n\nuser: ${prompt}`
}
