/** The contract structure and the operator examples of the language reference, as users have them in their files. */
export const STRUCTURE = `dsl_version: "0.4"          # DSL version
contractspec: "1.0"
kind: agent
name: my-contract
description: "..."
version: "0.1"

invariants:
  hard: []
  soft: []
  process: []

recovery:
  on_hard_violation: raise
  on_soft_violation: log_and_continue

satisfaction:
  p: 0.95
  delta: 0.10
  k: 3

drift:
  window: 50
  thresholds:
    warning: 0.30
    critical: 0.60

reliability:
  weights:
    compliance: 0.35
    drift: 0.25
    stress: 0.20
    recovery: 0.20
  deployment_threshold: 0.90
`

export const EXAMPLES: Readonly<Record<string, string>> = {
  tool_blocklist: `tool_blocklist:
    tools:
      - "rm -rf /*"
      - "curl|bash"
      - "wget|bash"
      - "*--no-verify"
    scope: session`,
  tool_allowlist: `tool_allowlist:
    tools: ["Read", "Write", "Edit", "Grep", "Glob"]
    scope: "skill:seo-content-optimizer"`,
  must_state: `must_state:
    field: "cost"
    before_tool_pattern: "tap_*|mcp__hermes*|paid_api_*"
    rationale: "Per cost-control policy"`,
  must_precede: `must_precede:
    before: "challenge"
    after: "recommendation"
    scope: turn`,
  context_budget: `context_budget:
    max_tokens_per_turn: 60000
    action_on_breach: warn`,
  process_drift: `process_drift:
    window_size: 10
    jsd_threshold: 0.30
    action: log`,
  judge_predicate: `judge_predicate:
    rubric: "Response shows L99 conviction (no 'depends', no 'either works')"
    sample_rate: 0.20
    model: ds-flash-free
    action_on_fail: theta_penalty
    cost_ceiling_usd_per_session: 0.0`,
  pii_filter: `pii_filter:
    patterns: ["email", "phone", "ssn", "credit_card", "api_key", "ip_address"]
    action: redact
    streaming_action: warn
    custom_patterns:
      - name: "custom_uuid"
        regex: "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"`,
  cost_ceiling: `cost_ceiling:
    max_usd_per_session: 5.0
    action_on_breach: deny
    price_per_million_input: 15.0
    price_per_million_output: 75.0
    provider_price_map:
      "claude-3-5-sonnet":
        input: 3.0
        output: 15.0`,
  repetition_guard: `repetition_guard:
    window_size: 5
    max_repeats: 3
    action: deny
    ignore_tools: ["Read", "Edit"]`,
}

/** A contract around one entry of \`process\`; the entry begins on line 9. */
export function withProcess(entry: string): string {
  const indented = entry.split('\n').map((line, index) => (index === 0 ? `    - ${line}` : `    ${line}`))
  return `dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: example
description: "..."
version: "0.1"
invariants:
  process:
${indented.join('\n')}
`
}
