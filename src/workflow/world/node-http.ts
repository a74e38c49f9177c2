import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { HttpAnswer, HttpAsked, HttpClient } from './world.ts'

const MAX_BODY_BYTES = 1_048_576

export function nodeHttp(): HttpClient {
  return {
    request: (asked, signal) =>
      new Promise((resolve, reject) => {
        const { method, url, body, timeoutMs } = asked
        const send = url.protocol === 'https:' ? secureRequest : plainRequest
        const timer = setTimeout(
          () => request.destroy(new Error(`no answer within ${Math.round(timeoutMs)} ms`)),
          timeoutMs,
        )
        const done =
          <T>(settle: (value: T) => void) =>
          (value: T): void => {
            clearTimeout(timer)
            settle(value)
          }
        const request = send(url, {
          method,
          signal,
          // a connection kept open could belong to an address nobody vetted
          agent: false,
          headers: headersFor(body),
          ...(asked.vet !== undefined && { lookup: vettedLookup(asked.vet) }),
        })
        request.on('error', done(reject))
        request.on('response', (response) => void readAnswer(response).then(done(resolve), done(reject)))
        request.end(body)
      }),
  }
}

function headersFor(body: string | undefined): Record<string, string | number> {
  return {
    accept: '*/*',
    'accept-encoding': 'identity',
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
  }
}

/** The very addresses that were judged are the ones that are connected to. */
function vettedLookup(vet: NonNullable<HttpAsked['vet']>): NonNullable<RequestOptions['lookup']> {
  return (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) {
        callback(error, '', 0)
        return
      }
      try {
        for (const { address } of addresses) vet(address)
      } catch (refusal) {
        callback(refusal as Error, '', 0)
        return
      }
      if (options.all === true) callback(null, addresses)
      else callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}

async function readAnswer(response: IncomingMessage): Promise<HttpAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const room = MAX_BODY_BYTES - bytes
    chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
    bytes += Math.min(chunk.length, room)
    if (chunk.length > room) {
      response.destroy()
      break
    }
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ])
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.concat(chunks).toString('utf8'),
    bytes,
  }
}
