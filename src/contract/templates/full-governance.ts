/** Everything switched on, to be thinned out by whoever adopts it. */
export const FULL_GOVERNANCE = `# Every kind of promise in one contract; thin it out to what you need.
dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: full-governance
description: "Tools, order, money, context, personal data, repetition and drift, with Θ and (p, δ, k)."
version: "1.0"

invariants:
  hard:
    - name: no-personal-data-in-answers
      description: "No answer holds personal data or secrets."
      category: confidentiality
      check: {field: output.pii_detected, equals: false}
  soft:
    - name: answers-in-time
      description: "Replies take at most thirty seconds."
      category: timeout_compliance
      check: {field: response.latency_ms, lte: 30000}
      recovery: be-brief
      recovery_window: 2
  process:
    - tool_blocklist:
        id: no-destruction
        tools: ["rm -rf /*", "rm --no-preserve-root", "curl|bash", "wget|bash", "mkfs.*", "*--no-verify"]
    - tool_allowlist:
        id: known-tools
        tools: ["Read", "Write", "Edit", "Bash", "Grep", "Glob", "tap_*", "paid_api_*"]
        scope: session
    - must_state:
        id: cost-before-paid-calls
        field: "cost"
        before_tool_pattern: "tap_*|paid_api_*"
        rationale: "money is spent only after its amount was named"
    - must_precede:
        id: challenge-first
        before: "challenge"
        after: "recommendation"
        scope: turn
    - context_budget:
        id: room-to-think
        max_tokens_per_turn: 60000
        action_on_breach: warn
    - process_drift:
        id: steady-habits
        window_size: 15
        jsd_threshold: 0.30
        action: theta_penalty
    - judge_predicate:
        id: takes-a-position
        rubric: "The reply takes a clear position and does not hide behind 'it depends' or 'either works'."
        sample_rate: 0.15
        model: ds-flash-free
        action_on_fail: theta_penalty
        cost_ceiling_usd_per_session: 0.0
    - pii_filter:
        id: no-leaks
        patterns: ["email", "phone", "ssn", "credit_card", "api_key"]
        action: redact
    - cost_ceiling:
        id: session-budget
        max_usd_per_session: 5.0
        action_on_breach: deny
    - repetition_guard:
        id: no-loops
        window_size: 5
        max_repeats: 3
        action: deny
        ignore_tools: ["Read"]

recovery:
  on_hard_violation: raise
  on_soft_violation: log_and_continue
  strategies:
    - name: be-brief
      type: inject_correction
      actions: ["The last reply took too long. Answer briefly and call fewer tools."]
      max_attempts: 2
      fallback: ask-a-person
    - name: ask-a-person
      type: pause_and_escalate

satisfaction: {p: 0.95, delta: 0.10, k: 3}

drift:
  window: 30
  weights: {compliance: 0.6, distributional: 0.4}
  thresholds: {warning: 0.25, critical: 0.50}

reliability:
  weights: {compliance: 0.35, drift: 0.25, stress: 0.20, recovery: 0.20}
  deployment_threshold: 0.90
`
