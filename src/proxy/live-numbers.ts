import type { SessionRecord } from '../model/index.ts'

/** Totals of what was judged since the start. Numbers of one session are folded from its records when asked for. */
export class LiveNumbers {
  records = 0
  costUsd = 0
  inputTokens = 0
  outputTokens = 0
  readonly events = new Map<string, number>()
  readonly verdicts = new Map<string, number>()
  readonly effects = new Map<string, number>()
  readonly violations = new Map<string, number>()

  add({ event, decision, effect, folded }: SessionRecord): void {
    this.records += 1
    if (folded === true) return
    count(this.events, event.kind)
    count(this.verdicts, decision.verdict)
    count(this.effects, effect.kind)
    for (const { counted, clauseId } of decision.findings) if (counted) count(this.violations, clauseId)
    if (event.kind !== 'model-response') return
    this.costUsd += event.costUsd ?? 0
    this.inputTokens += event.usage?.input ?? 0
    this.outputTokens += event.usage?.output ?? 0
  }
}

function count(table: Map<string, number>, key: string): void {
  table.set(key, (table.get(key) ?? 0) + 1)
}
