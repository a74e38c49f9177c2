import type { ServerResponse } from 'node:http'

/** The head leaves together with the first bytes of the body, or alone when these let themselves be waited for. */
export function flushSoon(response: ServerResponse): void {
  setImmediate(() => {
    if (!response.writableEnded && !response.destroyed) response.flushHeaders()
  })
}
