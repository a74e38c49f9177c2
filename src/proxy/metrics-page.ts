import type { LiveNumbers } from './live-numbers.ts'
import type { Tenants } from './tenants.ts'
import type { Histogram, Traffic } from './traffic.ts'

/** The numbers in the text format of Prometheus. */
export function metricsPage(tenants: Tenants, numbers: LiveNumbers, traffic: Traffic): string {
  const { exchange, judging } = traffic.histograms()
  return [
    counter('holdfast_requests_total', 'Requests received.', [['', traffic.requests]]),
    counter(
      'holdfast_passed_through_total',
      'Requests that were passed on unjudged because nothing judges them.',
      [['', traffic.passedThrough]],
    ),
    counter('holdfast_refused_total', 'Requests and replies answered with a refusal.', [
      ['', traffic.refused],
    ]),
    counter('holdfast_rewritten_total', 'Replies that were changed.', [['', traffic.rewritten]]),
    counter('holdfast_not_judged_total', 'Requests and replies let through without judgement.', [
      ['', traffic.notJudged],
    ]),
    counter('holdfast_upstream_errors_total', 'Connections to a provider that failed.', [
      ['', traffic.upstreamErrors],
    ]),
    counter('holdfast_clients_gone_total', 'Clients that went away before their answer was complete.', [
      ['', traffic.clientsGone],
    ]),
    counter('holdfast_events_total', 'Events by kind.', labelled('kind', numbers.events)),
    counter('holdfast_decisions_total', 'Decisions by verdict.', labelled('verdict', numbers.verdicts)),
    counter('holdfast_effects_total', 'What was done, by kind.', labelled('effect', numbers.effects)),
    counter('holdfast_violations_total', 'Violations by clause.', labelled('clause', numbers.violations)),
    counter('holdfast_cost_usd_total', 'What replies cost, as far as it is known.', [['', numbers.costUsd]]),
    counter('holdfast_tokens_total', 'Tokens as providers report them.', [
      ['{direction="input"}', numbers.inputTokens],
      ['{direction="output"}', numbers.outputTokens],
    ]),
    gauge(
      'holdfast_sessions',
      'Sessions in memory.',
      tenants
        .all()
        .map(({ contractName, name, sessions }) => [
          `{contract=${quoted(contractName)},route=${quoted(name)}}`,
          sessions.size,
        ]),
    ),
    gauge('holdfast_open_exchanges', 'Requests under way.', [['', traffic.openExchanges]]),
    gauge('holdfast_open_streams', 'Streams under way.', [['', traffic.openStreams]]),
    histogram(
      'holdfast_exchange_ms',
      'Milliseconds from the first byte of a request to the last of its answer.',
      exchange,
    ),
    histogram('holdfast_judging_ms', 'Milliseconds until a judged request was sent.', judging),
  ].join('')
}

type Sample = readonly [labels: string, value: number]

function labelled(label: string, table: ReadonlyMap<string, number>): readonly Sample[] {
  return Array.from(table, ([key, value]) => [`{${label}=${quoted(key)}}`, value])
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}

function counter(name: string, help: string, samples: readonly Sample[]): string {
  return family(name, help, 'counter', samples)
}

function gauge(name: string, help: string, samples: readonly Sample[]): string {
  return family(name, help, 'gauge', samples)
}

function family(name: string, help: string, type: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function histogram(name: string, help: string, { bounds, counts, sum, total }: Histogram): string {
  let below = 0
  const buckets = bounds.map((bound, at) => {
    below += counts[at]!
    return `${name}_bucket{le="${bound}"} ${below}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} histogram\n${buckets.join('')}${name}_bucket{le="+Inf"} ${total}\n${name}_sum ${sum}\n${name}_count ${total}\n`
}
