import { HoldfastError } from '../../kit/errors.ts'
import { gemini } from '../../wire/formats/index.ts'
import { ContractBreachError } from '../contract-breach-error.ts'
import type { Fetch } from '../fetched-request.ts'
import { clientHooks, type ClientGuard } from './client-guard.ts'

type ApiCall = (
  url: string,
  init: RequestInit,
  retryOptions: unknown,
  timeout: unknown,
  abortSignal: unknown,
  fetch: Fetch | undefined,
) => Promise<Response>

/** The one place through which every request of the client goes; not in its types. */
interface ApiClient {
  clientOptions: object
  customBaseUrl: string | undefined
  apiCall: ApiCall
  getFetch(): Fetch | undefined
}

interface GenAiOptions {
  readonly vertexai: boolean
  readonly apiKey?: string
  readonly project?: string
  readonly location?: string
  readonly apiVersion?: string
  readonly httpOptions?: object
}

interface GenAiClient extends GenAiOptions {
  readonly apiClient: ApiClient
  readonly models: object
  readonly live: object
}

export function isGenAiClient(client: object): client is GenAiClient {
  const { apiClient, models } = client as Partial<GenAiClient>
  return typeof models === 'object' && typeof apiClient?.apiCall === 'function'
}

/** A client of the same class with the same settings, guarded where it calls `fetch`; the given one stays as it was. */
export function wrapGenAi<Client extends GenAiClient>(client: Client, guard: ClientGuard): Client {
  const { guardFetch, breaches } = clientHooks(guard, [gemini], (breach) => new ContractBreachError(breach))
  const wrapped = sameAgain(client)
  const { apiClient } = wrapped
  const apiCall = apiClient.apiCall.bind(apiClient)
  apiClient.apiCall = async (url, init, retryOptions, timeout, abortSignal, fetch) => {
    const guarded = guardFetch(fetch ?? globalThis.fetch)
    const response = await apiCall(url, init, retryOptions, timeout, abortSignal, guarded)
    const breach = breaches.take(response.headers)
    if (breach !== undefined) throw new ContractBreachError(breach)
    return response
  }
  const getFetch = apiClient.getFetch.bind(apiClient)
  apiClient.getFetch = () => guardFetch(getFetch() ?? globalThis.fetch)
  const mayPass = guard.unjudged === 'pass' || guard.conversations.mode === 'shadow'
  Object.defineProperty(wrapped, 'live', { value: mayPass ? client.live : REFUSED_LIVE })
  return wrapped
}

function refuseLive(): never {
  throw new HoldfastError(
    'HF_CANNOT_JUDGE',
    'live sessions cannot be judged',
    'use the client itself for them, or `wrap` it with `unjudged: "pass"`',
  )
}

/** Refuses when it is used and not when it is looked at, because loggers look at everything. */
const REFUSED_LIVE = { connect: refuseLive, music: { connect: refuseLive } }

function sameAgain<Client extends GenAiClient>(client: Client): Client {
  const { vertexai, apiKey, project, location, apiVersion, httpOptions } = client
  // sound because an object's constructor makes objects of its class
  const { constructor } = client as unknown as { readonly constructor: new (options: GenAiOptions) => Client }
  const made = new constructor({
    vertexai,
    ...(apiKey !== undefined && { apiKey }),
    ...(vertexai && project !== undefined && { project }),
    ...(vertexai && location !== undefined && { location }),
    ...(apiVersion !== undefined && { apiVersion }),
    ...(httpOptions !== undefined && { httpOptions: { ...httpOptions } }),
  })
  // credentials and addresses as they were worked out for the given one
  made.apiClient.clientOptions = client.apiClient.clientOptions
  made.apiClient.customBaseUrl = client.apiClient.customBaseUrl
  return made
}
