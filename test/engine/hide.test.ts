import { expect, test } from 'vitest'
import type { AgentEvent, Finding } from '../../src/model/index.ts'
import { evidenceOf } from '../../src/contract/evidence.ts'
import { withoutRedacted } from '../../src/engine/hide.ts'

/** Digits that never repeat for long, so that every piece of it can be told. */
const SECRET = Array.from({ length: 300 }, (_, index) => String(index * 7919)).join('')
const BEFORE = 'before '.repeat(40)
const TEXT = `${BEFORE}${SECRET}${' behind'.repeat(40)}`

const event: AgentEvent = {
  seq: 0,
  atMs: 0,
  kind: 'model-response',
  sessionId: 's',
  surface: 'sdk',
  text: TEXT,
}
const rewrite = {
  kind: 'redact',
  redactions: [{ at: [], start: BEFORE.length, end: BEFORE.length + SECRET.length, marker: '[HIDDEN]' }],
} as const

test('no window on a text shows a piece of what is redacted in it, wherever it is cut', () => {
  for (let start = 0; start < TEXT.length; start += 7) {
    const evidence = evidenceOf('text', TEXT, [{ start, end: start + 3 }])
    const finding: Finding = {
      clauseId: 'c',
      operator: 'o',
      code: 'x',
      severity: 'low',
      level: 'soft',
      counted: true,
      location: { file: 'contract.yaml', line: 1, column: 1 },
      verdict: 'warn',
      params: { said: evidence.text },
      evidence,
    }
    const [hidden] = withoutRedacted([finding], event, [rewrite])
    for (const shown of [hidden!.evidence!.text, hidden!.params['said'] as string])
      expect([start, /\d{3}/u.exec(shown)?.[0]]).toEqual([start, undefined])
  }
})
