import type { JsonObject } from '../../model/index.ts'
import type { Question, Target } from '../target.ts'
import type { Outcome } from './answers.ts'
import { asking } from './asking.ts'
import { httpClient, shownUrl } from './http/http-client.ts'
import { readReply } from './http/read-reply.ts'
import { responsePath } from './http/response-path.ts'
import type { Interposition } from './interposition.ts'

export interface OpenaiTargetOptions {
  /** The base URL, such as `http://localhost:8000/v1`. */
  readonly endpoint: string
  readonly model: string
  readonly system?: string | undefined
  readonly apiKey?: string | undefined
  readonly maxTokens?: number | undefined
  readonly temperature?: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly retries: number
  readonly planes: Target['planes']
  readonly mostLanes: number
  /** Its openai upstream is the endpoint. */
  readonly interposition?: Interposition | undefined
}

const CONTENT = responsePath('choices[0].message.content')

/** An OpenAI-compatible endpoint that is itself the agent. */
export function openaiTarget(options: OpenaiTargetOptions): Target {
  const { endpoint, timeoutMs, interposition, apiKey } = options
  const client = httpClient(timeoutMs, options.retries, shownUrl(endpoint))
  return {
    name: `openai ${options.model} at ${shownUrl(endpoint)}`,
    planes: options.planes,
    mostLanes: options.mostLanes,
    open: async () => undefined,
    ask: (question) =>
      asking(question, {
        timeoutMs,
        interposition,
        async work(prompt, deadline, watch): Promise<Outcome> {
          const base = watch?.baseUrls.openai ?? endpoint
          return client.send(
            {
              method: 'POST',
              url: `${base.replace(/\/+$/u, '')}/chat/completions`,
              headers: [
                ['content-type', 'application/json'],
                ...(apiKey === undefined ? [] : [['authorization', `Bearer ${apiKey}`] as const]),
                ...Object.entries(options.headers),
              ],
              body: JSON.stringify(bodyOf(options, question, prompt)),
            },
            deadline,
            (reply) => readReply(reply, { path: CONTENT, takesHtml: false }),
          )
        },
      }),
    async close() {
      await client.close()
      await interposition?.close()
    },
  }
}

function bodyOf(options: OpenaiTargetOptions, { earlier = [] }: Question, prompt: string): JsonObject {
  const { model, system, maxTokens, temperature } = options
  return {
    model,
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      ...earlier.map(({ role, content }) => ({ role, content })),
      { role: 'user', content: prompt },
    ],
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
  }
}
