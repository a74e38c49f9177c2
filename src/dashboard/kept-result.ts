import type { SuiteReport } from '../conformance/measure/report-shape.ts'
import type { RunResult, RunTiming } from '../lab/run-result.ts'
import type { RunItem } from './data.ts'

/** What can be shown as a run. */
export type KeptResult = RunResult | SuiteReport

export const runFormat: RunResult['format'] = 'holdfast.run/1'
export const conformanceFormat: SuiteReport['format'] = 'holdfast.conformance/1'

export function itemOf(id: string, result: KeptResult, timing?: RunTiming): RunItem {
  const atMs = timing === undefined ? {} : { atMs: timing.startedAtMs }
  if (result.format === conformanceFormat) {
    const { summary, exit_code: exitCode } = result
    return {
      id,
      kind: 'conformance',
      name: `${summary.passed} of ${summary.scenarios} scenarios`,
      verdict: exitCode === 0 ? 'kept' : exitCode === 1 ? 'broken' : 'undecided',
      ...(summary.pass_rate === null ? {} : { score: summary.pass_rate * 100 }),
      ...atMs,
    }
  }
  const { kind, verdict, score, contract, configuration } = result
  return {
    id,
    kind,
    name: contract?.name ?? configuration.file,
    verdict,
    ...(score === undefined ? {} : { score }),
    ...atMs,
  }
}
