import { objectOf, parseJson } from '../wire/loose-json.ts'
import { createStreamGate } from '../wire/stream-gate.ts'
import type { Breach } from './contract-breach-error.ts'
import type { FetchExchange } from './fetch-exchange.ts'

type Refuse = (breach: Breach) => Response

/** A reply in one piece: judged when it is complete, and given back as it came unless something must change. */
export async function guardWhole(
  exchange: FetchExchange,
  response: Response,
  refuse: Refuse,
): Promise<Response> {
  try {
    return await judged(exchange, response, await bodyOf(exchange, response), refuse)
  } finally {
    exchange.close()
  }
}

async function bodyOf(exchange: FetchExchange, response: Response): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    exchange.concludeEmpty('cut', 'cut')
    throw error
  }
}

async function judged(
  exchange: FetchExchange,
  response: Response,
  text: string,
  refuse: Refuse,
): Promise<Response> {
  const { format } = exchange
  const value = objectOf(parseJson(text))
  if (value === undefined) return unreadable(exchange, response, text, refuse)
  const judgement = exchange.conclude(format.decodeReply(value), false)
  const { edits, breach } = exchange.outcomeOf(judgement)
  if (judgement.turnEnded || judgement.denial !== undefined) await exchange.flush()
  if (breach !== undefined) return refuse(breach)
  const edited = edits.length === 0 ? undefined : format.editReply(value, edits)
  return withBody(response, edited?.changed === true ? JSON.stringify(edited.body) : text)
}

/** Some servers write a stream under the name of JSON; everything else that is not JSON goes nowhere. */
async function unreadable(
  exchange: FetchExchange,
  response: Response,
  text: string,
  refuse: Refuse,
): Promise<Response> {
  if (exchange.decoded.stream && text !== '') return wholeStream(exchange, response, text, refuse)
  exchange.concludeEmpty(text === '' ? 'failed' : 'cut', 'unreadable')
  if (text === '' || exchange.isShadow) return withBody(response, text)
  const { status, headers, body } = exchange.format.error({
    status: 502,
    message: 'The provider sent a reply that cannot be read.',
  })
  return new Response(body, { status, headers })
}

async function wholeStream(
  exchange: FetchExchange,
  response: Response,
  text: string,
  refuse: Refuse,
): Promise<Response> {
  let stopped: Breach | undefined
  const gate = createStreamGate({
    format: exchange.format,
    hold: 'reply',
    judgeReply(reply) {
      const { edits, breach } = exchange.outcomeOf(exchange.conclude(reply, true))
      stopped = breach
      return edits
    },
  })
  const released = Buffer.concat([...gate.push(new TextEncoder().encode(text)), ...gate.end()])
  await exchange.flush()
  if (stopped !== undefined) return refuse(stopped)
  return withBody(response, exchange.isShadow ? text : released.toString())
}

function withBody({ status, statusText, headers }: Response, body: string): Response {
  return new Response(body, { status, statusText, headers: plainHeaders(headers) })
}

/** The body is decoded by now, and its length may be another. */
export function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers)
  plain.delete('content-encoding')
  plain.delete('content-length')
  return plain
}
