import type { ClauseSource, CompiledContract } from '../contract/index.ts'
import {
  createPiiScanner,
  redactionMarker,
  type CustomPattern,
  type IsPhoneNumber,
  type PiiGroup,
  type PiiScanner,
} from '../pii/index.ts'
import type { TextFilter, TextRelease } from '../wire/text-filter.ts'

interface PiiOptions {
  readonly patterns: readonly PiiGroup[]
  readonly custom_patterns: readonly CustomPattern[]
  readonly action: PiiAction
  readonly streaming_action?: PiiAction
  readonly scan: readonly string[]
}

type PiiAction = 'log' | 'warn' | 'redact' | 'block'

/** What a contract asks of text while it flows. */
export interface TextRules {
  /** A filter for each block of a stream, or nothing when text may flow untouched. */
  readonly filterFor: (() => TextFilter) | undefined
  /** For tool results and for what users write, when the contract has them redacted before the model sees them. */
  readonly redactResults: PiiScanner | undefined
  readonly redactInput: PiiScanner | undefined
}

export function textRules(compiled: CompiledContract, isPhoneNumber?: IsPhoneNumber): TextRules {
  const clauses = compiled.contract.clauses.filter(
    ({ operator, section, when }) =>
      operator === 'pii_filter' &&
      section === 'invariants.process' &&
      (when === 'always' || when === 'no_chaos'),
  )
  const scannerOf = (sources: readonly ClauseSource[]): PiiScanner | undefined =>
    sources.length === 0 ? undefined : unionScanner(sources.map(optionsOf), isPhoneNumber)
  const output = clauses.filter(({ options }) => (options as PiiOptions).scan.includes('output'))
  const redacted = output.filter((clause) => streamedAction(clause, compiled) === 'redact')
  const blocked = output.filter((clause) => streamedAction(clause, compiled) === 'block')
  const scanner = scannerOf([...redacted, ...blocked])
  const redacts = (where: string) => (source: ClauseSource) => {
    const { scan, action } = optionsOf(source)
    return scan.includes(where) && action === 'redact'
  }
  return {
    filterFor:
      scanner === undefined ? undefined : () => piiTextFilter(scanner, groupsOf(blocked.map(optionsOf))),
    redactResults: scannerOf(clauses.filter(redacts('tool_results'))),
    redactInput: scannerOf(clauses.filter(redacts('input'))),
  }
}

function optionsOf({ options }: ClauseSource): PiiOptions {
  return options as PiiOptions
}

/** What a hit does in the end, as the engine would decide it: `recovery.on_*_violation` has the last word. */
function streamedAction(source: ClauseSource, { contract }: CompiledContract): PiiAction {
  const { action, streaming_action } = optionsOf(source)
  const wanted = streaming_action ?? action
  if (wanted === 'redact') return wanted
  const { onHardViolation, onSoftViolation } = contract.recovery
  if (source.level === 'hard')
    return wanted === 'block' && onHardViolation === 'log_and_continue' ? 'warn' : wanted
  return onSoftViolation === 'raise' ? 'block' : wanted
}

function groupsOf(options: readonly PiiOptions[]): ReadonlySet<string> {
  return new Set(
    options.flatMap(({ patterns, custom_patterns }) => [
      ...patterns,
      ...custom_patterns.map(({ name }) => name),
    ]),
  )
}

function unionScanner(options: readonly PiiOptions[], isPhoneNumber: IsPhoneNumber | undefined): PiiScanner {
  return createPiiScanner({
    groups: [...new Set(options.flatMap(({ patterns }) => patterns))],
    custom: options.flatMap(({ custom_patterns }) => custom_patterns),
    ...(isPhoneNumber === undefined ? {} : { isPhoneNumber }),
  })
}

export const BLOCKED_TEXT = 'The reply was stopped here because it holds data that must not leave.'

/** Redacts one block of text while it streams, and ends the reply at the first value that must not leave at all. */
export function piiTextFilter(scanner: PiiScanner, blocking: ReadonlySet<string>): TextFilter {
  const stream = scanner.stream('redact')
  let pushed = 0
  let settled = 0

  function release(step: ReturnType<typeof stream.push>): TextRelease {
    const blocked = step.found.find(({ group }) => blocking.has(group))
    const before = settled
    settled = pushed - stream.heldChars
    if (blocked === undefined) return { released: step.released, consumed: settled - before }
    // everything in front of the value leaves, so that what leaves does not depend on how the stream was cut
    return {
      released: step.released.slice(0, step.released.indexOf(redactionMarker(blocked.group))),
      consumed: Math.max(0, blocked.start - before),
      blocked: { message: BLOCKED_TEXT, style: 'refusal' },
    }
  }

  return {
    push(text) {
      pushed += text.length
      return release(stream.push(text))
    },
    flush: () => release(stream.flush()),
  }
}
