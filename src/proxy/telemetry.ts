import { HoldfastError } from '../kit/errors.ts'
import type { SessionRecord } from '../model/index.ts'
import type { Log } from './log.ts'

/** Where spans and measurements go, when someone asked for them. */
export interface Telemetry {
  /** A request came with the trace of whoever sent it. */
  begin(requestId: string, traceparent: string): void
  record(record: SessionRecord): void
  close(): Promise<void>
}

export interface TelemetryOptions {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly version: string
  readonly log: Log
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Nothing is loaded and nothing is sent unless `--otel` or `OTEL_EXPORTER_OTLP_ENDPOINT` says where to. */
export async function telemetryFrom(
  endpoint: string | undefined,
  env: Environment,
  version: string,
  log: Log,
): Promise<Telemetry | undefined> {
  if (env['OTEL_SDK_DISABLED'] === 'true') return undefined
  const url = endpoint ?? env['OTEL_EXPORTER_OTLP_ENDPOINT']
  if (url === undefined || url === '') return undefined
  if (!/^https?:\/\//u.test(url))
    throw new HoldfastError(
      'HF_USAGE',
      `\`${url}\` is not an http or https URL`,
      'such as http://127.0.0.1:4318',
    )
  const { otlpTelemetry } = await import('./telemetry-otlp.ts')
  return otlpTelemetry({
    endpoint: url.replace(/\/+$/u, ''),
    headers: headersOf(env['OTEL_EXPORTER_OTLP_HEADERS'] ?? ''),
    serviceName: env['OTEL_SERVICE_NAME'] ?? 'holdfast',
    version,
    log,
  })
}

/** `name=value` pairs with commas between them, percent-encoded. */
function headersOf(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').map((pair) => pair.split('='))
  return Object.fromEntries(
    pairs.flatMap(([name = '', ...value]) =>
      name.trim() === '' ? [] : [[name.trim().toLowerCase(), decodeURIComponent(value.join('=').trim())]],
    ),
  )
}
