import type { RunResult } from '../lab/run-result.ts'

/** Several results as one, so that one file can tell of them all; columns are named by their part. */
export function joined(
  parts: readonly { readonly name: string; readonly result: RunResult }[],
  whole: Pick<RunResult, 'verdict' | 'score'>,
): RunResult | undefined {
  const [first] = parts
  if (first === undefined) return undefined
  const results = parts.map(({ result }) => result)
  const column = (name: string, scenario: string): string => `${name}: ${scenario}`
  const { contract } = results.find((result) => result.contract !== undefined) ?? {}
  return {
    ...first.result,
    ...(contract === undefined ? {} : { contract }),
    invariants: [
      ...new Map(results.flatMap(({ invariants }) => invariants.map((each) => [each.id, each]))).values(),
    ],
    scenarios: parts.flatMap(({ name, result }) =>
      result.scenarios.map((scenario) => ({ ...scenario, name: column(name, scenario.name) })),
    ),
    cells: parts.flatMap(({ name, result }) =>
      result.cells.map((cell) => ({ ...cell, scenario: column(name, cell.scenario) })),
    ),
    counts: Object.fromEntries(
      Object.keys(first.result.counts).map((outcome) => [
        outcome,
        results.reduce((sum, { counts }) => sum + counts[outcome as keyof typeof counts], 0),
      ]),
    ) as RunResult['counts'],
    usage: {
      answers: results.reduce((sum, { usage }) => sum + usage.answers, 0),
      costUsd: results.reduce((sum, { usage }) => sum + usage.costUsd, 0),
      tokens: results.reduce((sum, { usage }) => sum + usage.tokens, 0),
    },
    reasons: results.flatMap(({ reasons }) => reasons),
    warnings: results.flatMap(({ warnings }) => warnings),
    ...whole,
  }
}
