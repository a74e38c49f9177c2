import { isPost, pathSegments, type WireRoute } from '../route.ts'
import { openrouterErrors } from './chat/errors.ts'
import { chatFormat } from './chat/format.ts'

export const openrouter = chatFormat({
  name: 'openrouter',
  provider: 'openrouter',
  summary: 'Chat Completions as OpenRouter serves them: its own errors, and replies that say what they cost.',
  match,
  errors: openrouterErrors,
})

function match(method: string, path: string): WireRoute | undefined {
  const [first, second, third] = pathSegments(path)
  const isChat = first === 'chat' && second === 'completions' && third === undefined
  return isPost(method) && isChat ? { operation: 'reply' } : undefined
}
