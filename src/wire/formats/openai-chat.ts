import { isPost, pathSegments, type WireRoute } from '../route.ts'
import { openaiErrors } from './chat/errors.ts'
import { chatFormat } from './chat/format.ts'

export const openaiChat = chatFormat({
  name: 'openai-chat',
  provider: 'openai',
  summary: 'Chat Completions of OpenAI and of every server that speaks it, Azure deployments included.',
  match,
  errors: openaiErrors,
})

function match(method: string, path: string): WireRoute | undefined {
  if (!isPost(method)) return undefined
  const [first, second, third, fourth, fifth] = pathSegments(path)
  if (first === 'chat' && second === 'completions' && third === undefined) return { operation: 'reply' }
  const isDeployed =
    first === 'deployments' && third === 'chat' && fourth === 'completions' && fifth === undefined
  return isDeployed ? { operation: 'reply', ...(second !== undefined && { model: second }) } : undefined
}
