import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { schemaValidator } from '../../contract/checks/json-schema-validator.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { Engine } from '../engine.ts'
import type { HttpRoute, Workflow } from '../model.ts'
import type { RunResult, RunStatus } from '../run/outcome.ts'
import { plainJson } from '../value/exact-number.ts'
import { compactJson } from '../value/json-text.ts'
import { authenticatorFor, type Authenticator } from './auth.ts'
import { createIdempotency, idempotencyKey, type Admission, type StoredReply } from './idempotency.ts'
import { payloadOf, withPrincipal } from './payload.ts'
import { createRateLimiter } from './rate-limit.ts'

const MAX_BODY_BYTES = 1_048_576
const STATUS: Readonly<Record<RunStatus, number>> = {
  completed: 200,
  failed: 422,
  timed_out: 504,
  paused: 202,
  errored: 500,
}

export interface HttpOptions {
  readonly engine: Engine
  readonly host: string
  readonly port: number
  readonly timeoutMs: number
  readonly stateDir?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly nowMs: () => number
  readonly wallMs: () => number
  /** The run a cassette or a scripted model answers for. */
  readonly onRun: (what: string, result: RunResult) => void
}

export interface HttpServing {
  readonly url: string
  close(): Promise<void>
}

interface Served {
  readonly route: HttpRoute
  readonly authenticate: Authenticator | undefined
  readonly wait: () => number
  readonly mismatch: (value: JsonValue) => string | undefined
}

interface Reply extends StoredReply {
  readonly headers?: Readonly<Record<string, string>>
}

/** Serves the routes of a workflow: route, rate, proof, body, repeat, run, in this order. */
export async function serveRoutes(options: HttpOptions): Promise<HttpServing> {
  const { engine, host, port, stateDir } = options
  const { httpRoutes, auth } = engine.workflow
  if (httpRoutes.some(({ idempotencyKey: key }) => key !== undefined) && stateDir === undefined)
    throw new HoldfastError(
      'HF_USAGE',
      'a route recognises repeats, and there is no place to remember them',
      'add --state-dir <folder>',
    )
  const served = httpRoutes.map((route): Served => ({
    route,
    authenticate: authenticatorFor(route, auth, options.env),
    wait: route.rateLimit === undefined ? () => 0 : createRateLimiter(route.rateLimit, options.nowMs),
    mismatch: mismatchOf(route, engine.workflow),
  }))
  const open = served.find(({ authenticate }) => authenticate === undefined)
  if (open !== undefined && !isLoopback(host))
    throw new HoldfastError(
      'HF_USAGE',
      `${open.route.method} ${open.route.path} asks nobody who they are, and \`${host}\` can be reached by others`,
      'give the route an `auth`, or listen on 127.0.0.1',
    )
  const idempotency = createIdempotency(join(stateDir ?? '', 'idempotency'), options.wallMs)
  const counts = { requests: 0, runs: new Map<RunStatus, number>() }

  async function answer(request: IncomingMessage): Promise<Reply> {
    counts.requests += 1
    const path = (request.url ?? '/').split('?', 1)[0]!
    if (path === '/healthz') return json(200, { status: 'ok' })
    if (path === '/metrics')
      return { status: 200, contentType: 'text/plain; version=0.0.4', body: metrics(counts) }
    const onPath = served.filter(({ route }) => route.path === path)
    const found = onPath.find(({ route }) => route.method === request.method)
    if (found === undefined)
      return onPath.length === 0
        ? json(404, { error: 'no such route' })
        : {
            ...json(405, { error: 'method not allowed' }),
            headers: { allow: onPath.map(({ route }) => route.method).join(', ') },
          }
    const waitSecs = found.wait()
    if (waitSecs > 0)
      return { ...json(429, { error: 'too many requests' }), headers: { 'retry-after': String(waitSecs) } }
    const body = await readBody(request)
    if (body === undefined) return json(413, { error: `the body is larger than ${MAX_BODY_BYTES} bytes` })
    const principal = found.authenticate?.(request.headers, body)
    if (found.authenticate !== undefined && principal === undefined)
      return { ...json(401, { error: 'unauthorised' }), headers: { 'www-authenticate': 'Bearer' } }
    const payload = payloadOf(request.headers['content-type'] ?? '', body)
    if (!payload.ok) return json(400, { error: payload.reason })
    const mismatch = found.mismatch(payload.value)
    if (mismatch !== undefined) return json(400, { error: `the body does not fit its schema: ${mismatch}` })
    return once(found.route, withPrincipal(payload.value, principal as JsonObject | undefined), body)
  }

  async function once(route: HttpRoute, input: JsonValue, body: Uint8Array): Promise<Reply> {
    if (route.idempotencyKey === undefined) return replyOf(await run(route, input))
    const key = idempotencyKey(route, input, body)
    if (key === undefined)
      return json(400, { error: `the payload has no \`${route.idempotencyKey}\` to tell repeats by` })
    const admission: Admission = await idempotency.admit(key, route.idempotencyTtlSecs)
    if (admission.kind === 'in-flight') return json(409, { error: 'the same request is being worked on' })
    if (admission.kind === 'repeat') return { ...admission.reply, headers: { 'x-idempotent-replay': 'true' } }
    let kept: StoredReply | undefined
    try {
      const result = await run(route, input)
      const reply = replyOf(result)
      // a failure may be asked again
      if (result.status === 'completed' || result.status === 'paused') kept = reply
      return reply
    } finally {
      await admission.done(kept)
    }
  }

  async function run(route: HttpRoute, input: JsonValue): Promise<RunResult> {
    const result = await engine.run({
      start: route.startNode,
      kind: 'http',
      input,
      timeoutMs: options.timeoutMs,
    })
    counts.runs.set(result.status, (counts.runs.get(result.status) ?? 0) + 1)
    options.onRun(`${route.method} ${route.path}`, result)
    return result
  }

  const server = createServer({ maxHeaderSize: 16_384 }, (request, response) => {
    answer(request)
      .catch((): Reply => json(500, { error: 'something went wrong inside holdfast' }))
      .then((reply) => send(response, reply))
      .catch(() => response.destroy())
  })
  await new Promise<void>((ready, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(
        error.code === 'EADDRINUSE'
          ? new HoldfastError('HF_USAGE', `port ${port} is taken`, 'choose another with --port')
          : error,
      ),
    )
    server.listen(port, host, ready)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), 2_000).unref()
      }),
  }
}

function mismatchOf({ inputSchema, method, path }: HttpRoute, { schemas }: Workflow): Served['mismatch'] {
  if (inputSchema === undefined) return () => undefined
  const schema = typeof inputSchema === 'string' ? schemas.get(inputSchema) : inputSchema
  if (schema === undefined || schema === null)
    throw new HoldfastError(
      'HF_FILE',
      `the schema \`${JSON.stringify(inputSchema)}\` of ${method} ${path} cannot be read, so bodies cannot be checked`,
    )
  const validate = schemaValidator(schema)
  return (value) => validate(plainJson(value))?.problem
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function replyOf(result: RunResult): Reply {
  const { reply } = result
  if (reply !== undefined) return { status: reply.status, contentType: reply.contentType, body: reply.body }
  const { status, workflow, lastNode, finalValue, reason, runId } = result
  return json(STATUS[status], {
    status,
    workflow,
    last_node: lastNode,
    ...(status === 'completed' && { final_value: finalValue }),
    ...(reason !== undefined && { reason }),
    ...(status === 'paused' && { run_id: runId }),
    // the words of an error may tell a caller about files and hosts; they are in the log
    ...(status === 'errored' && { error: `the run ended with a ${result.error?.class ?? 'workflow'} error` }),
  })
}

function json(status: number, body: JsonObject): Reply {
  return { status, contentType: 'application/json', body: compactJson(body) }
}

function send(response: ServerResponse, { status, contentType, body, headers = {} }: Reply): void {
  const isEmpty = status === 204 || status === 304 || status < 200
  response.writeHead(status < 200 ? 200 : status, {
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(isEmpty ? undefined : body)
}

function metrics({
  requests,
  runs,
}: {
  readonly requests: number
  readonly runs: ReadonlyMap<RunStatus, number>
}): string {
  const rows = [...runs].map(([status, count]) => `holdfast_workflow_runs_total{status="${status}"} ${count}`)
  return [
    `# TYPE holdfast_workflow_requests_total counter`,
    `holdfast_workflow_requests_total ${requests}`,
    '# TYPE holdfast_workflow_runs_total counter',
    ...rows,
    '',
  ].join('\n')
}
