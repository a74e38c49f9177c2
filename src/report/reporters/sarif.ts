import type { RunInvariant, RunResult } from '../../lab/run-result.ts'
import { oneLine } from '../clean-text.ts'
import { isBroken, troubles, type Trouble } from '../failed-cells.ts'
import { defineReporter } from '../reporter.ts'
import { failureSentence, ledgerSentence } from '../sentences.ts'

const LONGEST_MESSAGE_CHARS = 1_000

/** Broken promises at their line in the contract, as code hosts show them. */
export const sarifReporter = defineReporter({
  name: 'sarif',
  summary: "SARIF 2.1.0: broken promises at the contract's line.",
  endings: ['.sarif'],
  render: ({ result }) =>
    `${JSON.stringify(
      {
        $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
        version: '2.1.0',
        runs: [
          {
            tool: { driver: { name: 'Holdfast', rules: result.invariants.map(ruleOf) } },
            results: troubles(result).map((trouble) => resultOf(trouble, result)),
          },
        ],
      },
      undefined,
      2,
    )}\n`,
})

function ruleOf({ id, description, operator, severity }: RunInvariant): object {
  return {
    id,
    name: operator,
    shortDescription: { text: description === '' ? id : description },
    properties: { severity },
  }
}

function resultOf({ cell, failure, location }: Trouble, { invariants }: RunResult): object {
  const said = failure === undefined ? (cell.why ?? cell.outcome) : failureSentence(failure)
  const fired = failure?.ledger.map(ledgerSentence).join('; ') ?? ''
  const text = `${cell.invariant} under ${cell.scenario}: ${said}${fired === '' ? '' : ` (fired: ${fired})`}`
  return {
    ruleId: cell.invariant,
    ruleIndex: invariants.findIndex(({ id }) => id === cell.invariant),
    level: levelOf(cell),
    message: { text: oneLine(text, LONGEST_MESSAGE_CHARS) },
    ...(location === undefined
      ? {}
      : {
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: location.file.split('/').map(encodeURIComponent).join('/') },
                region: { startLine: location.line, startColumn: location.column },
              },
            },
          ],
        }),
    // the same promise under the same scenario is the same alert on the next run
    partialFingerprints: { 'holdfastCell/v1': `${cell.invariant}@${cell.scenario}` },
  }
}

function levelOf(cell: Trouble['cell']): 'error' | 'warning' | 'note' {
  if (!isBroken(cell)) return 'note'
  return cell.severity === 'critical' || cell.severity === 'high' ? 'error' : 'warning'
}
