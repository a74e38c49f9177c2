import type { SessionRecord } from '../model/index.ts'

/** Where spans and measurements go, when someone asked for them. */
export interface Telemetry {
  record(record: SessionRecord): void
  close(): Promise<void>
}
