import type { ScenarioReport, SuiteReport } from '../../src/conformance/measure/report-shape.ts'
import { CAPABILITY_GROUPS } from '../../src/conformance/capabilities.ts'
import { Badge } from '../parts/badge.tsx'
import { IntervalBar } from '../parts/interval-bar.tsx'
import { shareOf } from '../words.ts'

/** A suite of scenarios: how often each passes, what was covered, what it costs and what changed. */
export function Conformance({ report }: { readonly report: SuiteReport }) {
  const { summary, scenarios, forecast, drift } = report
  const facts: readonly (readonly [string, string])[] = [
    ['scenarios', `${summary.passed} of ${summary.scenarios} passed`],
    ['trials', summary.trials.toLocaleString('en')],
    ['pass rate', shareOf(summary.pass_rate ?? undefined)],
    ['coverage', `${summary.coverage.covered} of ${summary.coverage.total}`],
    ['tokens per success', summary.cost_per_success_tokens?.toFixed(0) ?? 'not measured'],
    ...(forecast === null
      ? []
      : [['a month', `${forecast.tokens_per_month.toLocaleString('en')} tokens`] as const]),
  ]
  return (
    <>
      <h1>Conformance</h1>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Failures scenarios={scenarios} />
      <h2>Coverage</h2>
      <Coverage uncovered={new Set(summary.coverage.uncovered)} />
      <h2>Scenarios</h2>
      <Scenarios scenarios={scenarios} />
      {drift !== null && <Drift rows={drift.rows} />}
    </>
  )
}

function Failures({ scenarios }: { readonly scenarios: readonly ScenarioReport[] }) {
  const failed = scenarios.filter(({ passed }) => !passed)
  if (failed.length === 0) return null
  return (
    <>
      <h2>Failures</h2>
      {failed.map(({ name, load_error: loadError, failing_trials: trials, failures }) => (
        <section key={name} class="finding">
          <h3>{name}</h3>
          {loadError !== null && <pre class="json">{loadError}</pre>}
          {trials.length === 0 && <pre class="json">{failures.join('\n')}</pre>}
          {trials.slice(0, 3).map(({ trial, failures: own, repeat }) => (
            <pre key={trial} class="json">
              {own.join('\n')}
              {'\n'}again: {repeat}
            </pre>
          ))}
        </section>
      ))}
    </>
  )
}

function Coverage({ uncovered }: { readonly uncovered: ReadonlySet<string> }) {
  return (
    <table>
      <tbody>
        {Object.entries(CAPABILITY_GROUPS).map(([group, names]) => (
          <tr key={group}>
            <th scope="row">{group}</th>
            <td>
              {names.map((name) => (
                <span key={name} class={`badge ${uncovered.has(name) ? 'is-fail' : 'is-pass'}`}>
                  {uncovered.has(name) ? '✗' : '✓'} {name}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Scenarios({ scenarios }: { readonly scenarios: readonly ScenarioReport[] }) {
  return (
    <table>
      <thead>
        <tr>
          {['scenario', 'verdict', 'passed', 'pass rate', 'pass^k', 'denials', 'faults'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {scenarios.map((scenario) => (
          <tr key={scenario.file + scenario.name}>
            <td title={scenario.description ?? ''}>{scenario.name}</td>
            <td>
              <Badge word={scenario.passed ? 'pass' : 'fail'} />
            </td>
            <td class="number">
              {scenario.passed_trials}/{scenario.trials}
            </td>
            <td>
              <IntervalBar
                share={scenario.trials === 0 ? undefined : scenario.pass_rate}
                low={scenario.pass_rate_interval?.lower}
                high={scenario.pass_rate_interval?.upper}
                label={`${scenario.passed_trials} of ${scenario.trials} trials passed`}
              />
            </td>
            <td class="number">{scenario.pass_k.toFixed(3)}</td>
            <td class="number">{scenario.denials}</td>
            <td class="number">{scenario.faults_fired}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Drift({ rows }: { readonly rows: NonNullable<SuiteReport['drift']>['rows'] }) {
  return (
    <>
      <h2>Against the baseline</h2>
      <table>
        <tbody>
          {rows.map(({ name, verdict, old_pass_rate: before, new_pass_rate: after, p_value: pValue }) => (
            <tr key={name}>
              <td>
                <Badge word={verdict} />
              </td>
              <td>{name}</td>
              <td>
                {shareOf(before ?? undefined)} → {shareOf(after ?? undefined)}
              </td>
              <td class="number">{pValue === null ? '' : `p = ${pValue.toFixed(4)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
