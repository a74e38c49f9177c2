import type { SessionRecord } from '../../model/index.ts'
import { ContractBreachError, wrap } from '../../sdk/index.ts'
import { scriptedJudge } from '../scripted-judge.ts'
import type { Transcript } from '../transcript.ts'
import type { Line, Speech } from './http-seat.ts'

type Fetch = typeof globalThis.fetch

/** A client with nothing but the places where `wrap` takes hold of the official ones. */
class PlainClient {
  readonly fetch: Fetch
  readonly chat?: object
  readonly messages?: object

  constructor(
    private readonly provider: string,
    fetch: Fetch,
  ) {
    this.fetch = fetch
    if (provider === 'openai') this.chat = {}
    else this.messages = {}
  }

  withOptions({ fetch = this.fetch }: { readonly fetch?: Fetch }): PlainClient {
    return new PlainClient(this.provider, fetch)
  }

  makeStatusError(status: number): Error {
    return new Error(`status ${status}`)
  }
}

/** The same for Google's, which asks `apiCall` instead. */
class PlainGenAi {
  readonly vertexai = false
  readonly models = {}
  readonly live = {}
  readonly apiClient = {
    clientOptions: {},
    customBaseUrl: undefined,
    apiCall: (url: string, init: RequestInit, ...rest: readonly unknown[]): Promise<Response> =>
      ((rest[3] as Fetch | undefined) ?? fetch)(url, init),
    getFetch: (): Fetch | undefined => undefined,
  }
}

/** A wrapped client in the agent's own process. */
export async function sdkLine(transcript: Transcript, { dialect }: Speech, modelUrl: string): Promise<Line> {
  const records: SessionRecord[] = []
  const options = {
    onDeny: 'replace',
    judge: scriptedJudge(transcript),
    onRecord: (record: SessionRecord) => void records.push(record),
  } as const
  const contract = { text: transcript.contractText }
  const send: Line['send'] =
    dialect.provider === 'gemini'
      ? googleFetch(wrap(new PlainGenAi(), contract, options))
      : wrap(new PlainClient(dialect.provider, fetch), contract, options).fetch
  return { url: `${modelUrl}/${dialect.provider}`, send, close: async () => records }
}

function googleFetch({ apiClient }: PlainGenAi): Line['send'] {
  return async (url, init) => {
    try {
      return await apiClient.apiCall(url, init, undefined, undefined, undefined, undefined)
    } catch (error) {
      if (!(error instanceof ContractBreachError)) throw error
      return new Response(error.message, { status: 403 })
    }
  }
}
