import { request as send } from 'undici'
import { routeRequest } from '../../wire/index.ts'
import { ExchangeError, type Exchange } from '../exchange.ts'
import { CONNECTION_HEADERS } from './clean-headers.ts'

/** A provider far away. The prefix that names a provider here is not part of its own address. */
export function upstreamExchange(baseUrl: string): Exchange {
  const base = baseUrl.replace(/\/$/u, '')
  return async ({ method, path, headers, body }, signal) => {
    const {
      statusCode,
      headers: received,
      body: stream,
    } = await reach(`${base}${routeRequest(method, path).path}`, {
      method,
      headers: { ...forwarded(headers), 'accept-encoding': 'identity' },
      body: body.length === 0 ? null : body,
      signal,
    })
    return { status: statusCode, headers: flat(received), body: stream as AsyncIterable<Uint8Array> }
  }
}

async function reach(
  url: string,
  options: NonNullable<Parameters<typeof send>[1]>,
): Promise<Awaited<ReturnType<typeof send>>> {
  try {
    return await send(url, options)
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new ExchangeError(502, `${new URL(url).origin} cannot be reached: ${code ?? message}`, {
      cause: error,
    })
  }
}

/** What is meant for us stays here. */
function forwarded(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        !CONNECTION_HEADERS.has(name) &&
        name !== 'host' &&
        name !== 'expect' &&
        !name.startsWith('x-holdfast-'),
    ),
  )
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || (CONNECTION_HEADERS.has(name) && name !== 'content-encoding')
        ? []
        : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}
