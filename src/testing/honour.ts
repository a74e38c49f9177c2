import { randomUUID } from 'node:crypto'
import type { CompiledContract } from '../contract/index.ts'
import { createGuard, type EventInput } from '../guard/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import {
  EVENT_KINDS,
  type AgentEvent,
  type EventKind,
  type EventOf,
  type Finding,
  type SessionRecord,
} from '../model/index.ts'
import type { Written } from './events.ts'

/** An event of any kind as a test writes it. */
export type WrittenEvent = { [Kind in EventKind]: Written<EventOf<Kind>> }[EventKind]

/** One clause that was broken by one event. */
export interface BrokenPromise {
  readonly event: AgentEvent
  readonly finding: Finding
}

export interface HonourOptions {
  /** Takes every finding for a breach, also the soft ones that only warn. */
  readonly strict?: boolean
}

/**
 * What counts as a breach: a hard clause that was broken, and whatever would have been stopped. Soft clauses may
 * deviate, unless the test is strict.
 */
export function brokenIn(
  records: readonly SessionRecord[],
  { strict = false }: HonourOptions = {},
): readonly BrokenPromise[] {
  return records.flatMap(({ event, decision }) =>
    decision.findings
      .filter(({ level, verdict }) => strict || level === 'hard' || verdict === 'deny' || verdict === 'ask')
      .map((finding) => ({ event, finding })),
  )
}

/** Judges events in order, as every surface would. */
export function recordsOf(
  contract: CompiledContract,
  events: readonly WrittenEvent[],
): readonly SessionRecord[] {
  if (events.length === 0)
    throw new HoldfastError('HF_CANNOT_JUDGE', 'there are no events, so nothing was judged')
  const records: SessionRecord[] = []
  const guard = createGuard({
    contract,
    nowMs: () => 0,
    sink: { append: (record) => void records.push(record) },
  })
  const sessionId = `test-${randomUUID()}`
  for (const [at, event] of events.entries()) guard.judge(inputOf(event, at, sessionId))
  return records
}

function inputOf(event: WrittenEvent, at: number, sessionId: string): EventInput {
  const { kind } = event as { readonly kind?: unknown }
  if (!EVENT_KINDS.includes(kind as EventKind))
    throw new HoldfastError(
      'HF_USAGE',
      `entry ${at} is no event`,
      'an event has one of these as its `kind`: ' + EVENT_KINDS.join(', '),
    )
  const { seq: _, ...fields } = event
  return { sessionId, ...fields }
}
