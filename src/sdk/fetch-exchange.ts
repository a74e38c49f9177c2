import type { WireFormat } from '../wire/format.ts'
import { objectOf, parseJson } from '../wire/loose-json.ts'
import type { WireRoute } from '../wire/route.ts'
import type { Breach } from './contract-breach-error.ts'
import type { Declarations } from '../exchange/declarations.ts'
import { redactRequest } from '../exchange/redact-request.ts'
import { JudgedExchange, type ExchangeParts } from './judged-exchange.ts'

/** An exchange in a provider's own bytes. */
export class FetchExchange extends JudgedExchange<WireFormat> {
  readonly route: WireRoute
  /** The client asked for no usage report, so it must not see the one we asked for. */
  hidesUsage = false

  constructor({ route, ...parts }: ExchangeParts<WireFormat> & { readonly route: WireRoute }) {
    super(parts)
    this.route = route
  }

  /** The body to send, or why nothing is sent. */
  judgeBody(text: string, declared: Declarations): { readonly body: string } | { readonly breach: Breach } {
    const judged = this.judgeRequest(declared)
    if ('breach' in judged) return judged
    if (this.isShadow) return { body: text }
    const { edits } = judged
    const { format, decoded, conversations } = this
    this.hidesUsage = edits.some(({ kind }) => kind === 'report-usage')
    const value = objectOf(parseJson(text))!
    const edited = edits.length === 0 ? value : objectOf(format.editRequest(value, edits).body)!
    const { messagesKey } = format.requestEditor
    const redacted = redactRequest(edited, messagesKey, decoded, conversations.needs.text)
    return { body: redacted === value ? text : JSON.stringify(redacted) }
  }
}
