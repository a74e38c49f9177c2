import { wasRedacted, wasRefused, type RecordedSession } from '../../backtest/index.ts'
import { eachText } from '../../contract/text-places.ts'
import type { JsonValue } from '../../model/index.ts'
import { createPiiScanner, PII_GROUPS, type PiiGroup } from '../../pii/index.ts'
import { counted } from '../counted.ts'
import type { Mined, MinedClause, Miner } from '../miner.ts'
import { howRare } from '../rule-of-three.ts'

interface Place {
  readonly scan: 'output' | 'tool_args'
  readonly id: string
  /** One and several. */
  readonly noun: readonly [string, string]
  readonly valuesOf: (session: RecordedSession) => readonly JsonValue[]
}

const PLACES: readonly Place[] = [
  { scan: 'output', id: 'no-personal-data-in-output', noun: ['reply', 'replies'], valuesOf: outputs },
  {
    scan: 'tool_args',
    id: 'no-personal-data-in-arguments',
    noun: ['tool call', 'tool calls'],
    valuesOf: toolArguments,
  },
]

/** Kinds of personal data and secrets that never occurred in what left the agent. */
export function personalDataMiner(): Miner {
  const scanner = createPiiScanner({ groups: PII_GROUPS })
  const seen = new Map(PLACES.map(({ scan }) => [scan, { values: 0, groups: new Set<string>() }]))
  let sessions = 0
  let redacted = 0
  return {
    add(session) {
      sessions += 1
      redacted += session.steps.filter(wasRedacted).length
      for (const { scan, valuesOf } of PLACES)
        for (const value of valuesOf(session)) {
          const known = seen.get(scan)!
          known.values += 1
          for (const group of groupsIn(value, (text) => scanner.scan(text))) known.groups.add(group)
        }
    },
    mined(): Mined {
      const clauses: MinedClause[] = []
      const leftOut: string[] = []
      for (const { scan, id, noun } of PLACES) {
        const { values, groups } = seen.get(scan)!
        const patterns = PII_GROUPS.filter((group) => !groups.has(group))
        if (groups.size > 0)
          leftOut.push(`pii_filter: ${[...groups].toSorted().join(', ')} did occur in ${noun[1]}`)
        if (values === 0) leftOut.push(`pii_filter: there were no ${noun[1]}`)
        else if (patterns.length > 0)
          clauses.push({
            id,
            operator: 'pii_filter',
            options: { patterns, scan: [scan], action: 'redact' },
            evidence: `None of these in ${counted(values, ...noun)} of ${counted(sessions, 'session')}${redacted === 0 ? '' : ` (${redacted} were redacted when they were recorded)`}, ${howRare(sessions, 'hold one')}.`,
          })
      }
      return { clauses, leftOut }
    },
  }
}

/** What the operator looks at: replies, or the answer of a turn where no reply was seen. */
function outputs({ steps }: RecordedSession): readonly JsonValue[] {
  let replies = 0
  return steps.flatMap((step): readonly JsonValue[] => {
    const { event } = step
    if (event.kind === 'model-response') replies += 1
    if (step.isFolded || wasRefused(step)) return []
    if (event.kind === 'model-response') return [event.text]
    return event.kind === 'turn-end' && replies === 0 && event.output !== undefined ? [event.output] : []
  })
}

function toolArguments({ steps }: RecordedSession): readonly JsonValue[] {
  return steps.flatMap((step) =>
    step.event.kind === 'tool-call' && !step.isFolded && !wasRefused(step) ? [step.event.args] : [],
  )
}

/** What cannot be read to its end has not been shown to be free of anything. */
function groupsIn(
  value: JsonValue,
  scan: (text: string) => readonly { readonly group: string }[],
): ReadonlySet<string> {
  const groups = new Set<string>()
  try {
    eachText(value, [], (text) => {
      for (const { group } of scan(text)) groups.add(group)
    })
    return groups
  } catch {
    return new Set<PiiGroup>(PII_GROUPS)
  }
}
