import type { ScenarioReport, SuiteReport } from '../measure/report-shape.ts'

/** One test case a scenario, as CI systems read them. */
export function junitReport({ scenarios, summary }: SuiteReport): string {
  const errors = scenarios.filter(({ load_error }) => load_error !== null).length
  const seconds = scenarios.reduce((sum, { total_latency_ms }) => sum + total_latency_ms, 0) / 1000
  const counts = `tests="${summary.scenarios}" failures="${summary.failed - errors}" errors="${errors}" time="${seconds.toFixed(3)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance" ${counts}>`,
    `  <testsuite name="conformance" ${counts}>`,
    ...scenarios.map(caseOf),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function caseOf(scenario: ScenarioReport): string {
  const { name, file, total_latency_ms, load_error, passed, failing_trials } = scenario
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(file)}" time="${(total_latency_ms / 1000).toFixed(3)}"`
  if (passed) return `${head}/>`
  const told =
    load_error ??
    failing_trials
      .map(({ trial, failures, repeat }) =>
        [...failures.map((line) => `trial ${trial}: ${line}`), `again: ${repeat}`].join('\n'),
      )
      .join('\n')
  const tag = load_error === null ? 'failure' : 'error'
  const short =
    load_error === null ? `${scenario.passed_trials} of ${scenario.trials} trials passed` : 'not loaded'
  return `${head}>\n      <${tag} message="${escaped(short)}">${escaped(told)}</${tag}>\n    </testcase>`
}

// oxlint-disable-next-line no-control-regex -- XML has no way to write these
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu

function escaped(text: string): string {
  return text
    .replace(FORBIDDEN, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
