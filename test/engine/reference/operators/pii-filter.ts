import { isKind, sinceAnnouncedTurn } from '../history.ts'
import { personalDataIn } from '../personal-data.ts'
import { NOTHING, says, type Reference } from './reference.ts'

const PII_VERDICT: Readonly<Record<string, string>> = {
  log: 'allow',
  warn: 'warn',
  redact: 'rewrite',
  block: 'deny',
}

export const piiFilter: Reference = ({ options }, { past, event }) => {
  const {
    scan = ['output', 'tool_args'],
    action = 'log',
    streaming_action: streaming,
  } = options as unknown as {
    readonly streaming_action?: string
    readonly scan?: readonly string[]
    readonly action?: string
  }
  const isLookedAt: Readonly<Partial<Record<typeof event.kind, boolean>>> = {
    'model-response': scan.includes('output'),
    'turn-end': scan.includes('output') && !sinceAnnouncedTurn(past).some(isKind('model-response')),
    'tool-call': scan.includes('tool_args'),
    'tool-result': scan.includes('tool_results'),
    'turn-start': scan.includes('input'),
  }
  if (isLookedAt[event.kind] !== true) return NOTHING
  const redacted = personalDataIn(event, options)
  if (redacted === undefined) return NOTHING
  const isStreamed = event.kind === 'model-response' && event.streamed === true
  const taken = isStreamed ? (streaming ?? action) : action
  const said = says('personal-data', PII_VERDICT[taken]!)
  return taken === 'redact' ? { ...said, redacted } : said
}
