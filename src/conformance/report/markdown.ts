import type { ScenarioReport, SuiteReport } from '../measure/report-shape.ts'

/** A page for pull requests and job summaries: failures with what repeats them, then a table. */
export function markdownReport({ summary, scenarios, gate, drift }: SuiteReport): string {
  const failed = scenarios.filter(({ passed }) => !passed)
  const { coverage } = summary
  return [
    `## Conformance: ${summary.passed} of ${summary.scenarios} scenarios passed`,
    '',
    `mean pass^k ${summary.mean_pass_k.toFixed(3)} · coverage ${coverage.covered}/${coverage.total} · ${summary.cost_per_success_tokens === null ? 'nothing passed' : `${summary.cost_per_success_tokens.toFixed(1)} tokens/success`}`,
    '',
    ...failed.flatMap(failedLines),
    ...gate.violations.map(
      ({ name, pass_rate, required }) =>
        `- **below its bar**: ${plain(name)}, ${pass_rate.toFixed(2)} of ${required}`,
    ),
    ...(drift?.regressions ?? []).map((name) => `- **worse than the baseline**: ${plain(name)}`),
    ...(drift?.missing ?? []).map((name) => `- **in the baseline and not run**: ${plain(name)}`),
    '',
    '| scenario | pass^k | trials | rate | calls | tokens |',
    '| --- | --- | --- | --- | --- | --- |',
    ...scenarios.map(
      ({ name, passed, pass_k, passed_trials, trials, pass_rate, cost }) =>
        `| ${passed ? '' : '✗ '}${plain(name)} | ${pass_k.toFixed(1)} | ${passed_trials}/${trials} | ${pass_rate.toFixed(2)} | ${cost.llm_calls} | ${cost.llm_tokens} |`,
    ),
    '',
  ].join('\n')
}

function failedLines({ name, load_error, failing_trials }: ScenarioReport): readonly string[] {
  const [first] = failing_trials
  return [
    `- **${plain(name)}**: ${plain(load_error ?? first?.failures.join('; ') ?? '')}`,
    ...(first === undefined ? [] : [`  \`${first.repeat.replace(/[`\s]+/gu, ' ')}\``]),
  ]
}

/** Agent text is text here: it makes no table cell, no link, no markup and no mention. */
function plain(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .slice(0, 500)
    .replace(/[\\`*_{}[\]<>()#+!|~@&]/gu, (sign) => `&#${sign.codePointAt(0)};`)
}
