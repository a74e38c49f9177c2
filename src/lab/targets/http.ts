import { HoldfastError } from '../../kit/errors.ts'
import type { AgentCopies } from '../agent-process/agent-copies.ts'
import { withPort } from '../agent-process/agent-copies.ts'
import type { Question, Target } from '../target.ts'
import type { Outcome } from './answers.ts'
import { asking } from './asking.ts'
import type { Deadline } from './deadline.ts'
import { promptWithEarlier } from './earlier-turns.ts'
import { buildRequest, type RequestParts } from './http/build-request.ts'
import { httpClient, shownUrl } from './http/http-client.ts'
import { readReply, type HttpReply } from './http/read-reply.ts'
import { requestTemplate } from './http/request-template.ts'
import { responsePath } from './http/response-path.ts'
import { sendVaried } from './http/send-varied.ts'
import type { Interposition } from './interposition.ts'
import { resetBy } from './reset-endpoint.ts'

export interface HttpTargetOptions {
  /** `{port}` stands for the port of a copy the lab started. */
  readonly endpoint: string
  readonly method: string
  readonly requestTemplate?: string | undefined
  readonly responsePath?: string | undefined
  readonly queryParams: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly parsesStructuredInput: boolean
  readonly timeoutMs: number
  readonly retries: number
  readonly resetEndpoint?: string | undefined
  /** Each cell gets a process of its own; slow, and needs nothing of the agent. */
  readonly startsAfresh?: boolean
  readonly planes: Target['planes']
  readonly mostLanes: number
  readonly copies?: AgentCopies | undefined
  readonly interposition?: Interposition | undefined
}

/** An agent behind an HTTP address, started by the lab or already there. */
export function httpTarget(options: HttpTargetOptions): Target {
  const { endpoint, timeoutMs, copies, interposition, resetEndpoint } = options
  if (!URL.canParse(withPort(endpoint, 1)))
    throw new HoldfastError('HF_INVALID_FILE', `agent.endpoint \`${endpoint}\` is not a URL`)
  const parts: RequestParts = {
    method: options.method.toUpperCase(),
    template: requestTemplate(options.requestTemplate),
    queryParams: options.queryParams,
    headers: options.headers,
    parsesStructuredInput: options.parsesStructuredInput,
  }
  const path = options.responsePath === undefined ? undefined : responsePath(options.responsePath)
  const takesHtml = Object.entries(options.headers).some(
    ([name, value]) => name.toLowerCase() === 'accept' && value.includes('text/html'),
  )
  // without the port a copy happens to have, so that the same run writes the same words
  const place = endpoint.includes('{port}') ? endpoint : shownUrl(endpoint)
  const client = httpClient(timeoutMs, options.retries, place)
  const at = async (address: string, lane: number) =>
    copies === undefined ? address : withPort(address, (await copies.of(lane)).port)

  async function send(question: Question, prompt: string, url: string, deadline: Deadline): Promise<Outcome> {
    const outgoing = buildRequest(parts, url, promptWithEarlier({ ...question, prompt }))
    let hasReplied = false
    const read = (reply: HttpReply): Promise<Outcome> => {
      hasReplied = true
      return readReply(reply, { path, takesHtml })
    }
    const outcome =
      question.variation === undefined
        ? await client.send(outgoing, deadline, read)
        : await sendVaried(outgoing, question.variation, { deadline, timeoutMs, place, read })
    // a copy that broke off is dead or about to die
    if (!hasReplied) await copies?.discard(question.lane)
    return outcome
  }

  return {
    name: `http ${place}`,
    planes: options.planes,
    mostLanes: options.mostLanes,
    async open() {
      await copies?.of(0)
    },
    ...(hasReset(options) && {
      async reset(lane: number) {
        if (resetEndpoint !== undefined) await resetBy(await at(resetEndpoint, lane))
        else await copies?.discard(lane)
      },
    }),
    async ask(question) {
      // a copy that starts takes its time before the clock of the question runs
      const url = await at(endpoint, question.lane)
      return asking(question, {
        timeoutMs,
        interposition,
        work: (prompt, deadline) => send(question, prompt, url, deadline),
        // what the copy still does would otherwise fall into the next question
        afterTimeout: async () => copies?.discard(question.lane),
      })
    },
    async close() {
      await client.close()
      await copies?.close()
      await interposition?.close()
    },
  }
}

function hasReset({ resetEndpoint, startsAfresh, copies }: HttpTargetOptions): boolean {
  return resetEndpoint !== undefined || (startsAfresh === true && copies !== undefined)
}
