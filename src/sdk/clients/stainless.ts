import { HoldfastError } from '../../kit/errors.ts'
import { anthropicMessages, openaiChat, openaiResponses } from '../../wire/formats/index.ts'
import type { WireFormat } from '../../wire/format.ts'
import { markAsBreach, type Breach } from '../contract-breach-error.ts'
import type { Fetch } from '../fetched-request.ts'
import { clientHooks, type ClientGuard } from './client-guard.ts'

/** What the official OpenAI and Anthropic clients have in common; parts of it are not in their types. */
interface StainlessClient {
  fetch: Fetch
  withOptions(options: object): StainlessClient
  makeStatusError(
    status: number,
    error: object | undefined,
    message: string | undefined,
    headers: Headers,
  ): Error
  readonly chat?: unknown
  readonly responses?: unknown
  readonly messages?: unknown
  /** Azure's own; its `withOptions` does not hand them on. */
  readonly apiVersion?: string
  readonly deploymentName?: string
}

const DENIED_STATUS = 403

export function isStainlessClient(client: object): client is StainlessClient {
  const { fetch, withOptions, makeStatusError } = client as Partial<StainlessClient>
  return [fetch, withOptions, makeStatusError].every((member) => typeof member === 'function')
}

/** A client of the same class with the same settings, whose `fetch` is guarded; the given one stays as it was. */
export function wrapStainless<Client extends StainlessClient>(client: Client, guard: ClientGuard): Client {
  const errorFor = (breach: Breach): Error => statusError(client, breach, new Headers())
  const { guardFetch, breaches } = clientHooks(guard, formatsOf(client), errorFor)
  // sound because `withOptions` calls the constructor of the very class
  const wrapped = client.withOptions({ ...azureOptions(client), fetch: guardFetch(client.fetch) }) as Client
  const makeStatusError = wrapped.makeStatusError.bind(wrapped)
  wrapped.makeStatusError = (status, error, message, headers) => {
    const breach = breaches.take(headers)
    const made = makeStatusError(status, error, message, headers)
    return breach === undefined ? made : markAsBreach(made, breach)
  }
  // from the client as it was given, so that another `fetch` among the options is guarded too
  wrapped.withOptions = (options) =>
    wrapStainless(client.withOptions({ ...azureOptions(client), ...options }), guard)
  return wrapped
}

function statusError(client: StainlessClient, breach: Breach, headers: Headers): Error {
  const body = { type: 'error', error: { type: 'permission_error', message: breach.message } }
  return markAsBreach(client.makeStatusError(DENIED_STATUS, body, undefined, headers), breach)
}

function azureOptions({ apiVersion, deploymentName }: StainlessClient): object {
  return {
    ...(typeof apiVersion === 'string' && { apiVersion }),
    ...(typeof deploymentName === 'string' && { deployment: deploymentName }),
  }
}

function formatsOf({ chat, responses, messages }: StainlessClient): readonly WireFormat[] {
  if (chat !== undefined || responses !== undefined) return [openaiChat, openaiResponses]
  if (messages !== undefined) return [anthropicMessages]
  throw new HoldfastError('HF_USAGE', 'this client has neither `chat` nor `responses` nor `messages`')
}
