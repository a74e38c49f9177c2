/** For an agent that works with a person: it argues before it recommends and names the price before it spends. */
export const PARTNER_MODE = `# An agent that challenges before it recommends and states a cost before it spends.
dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: partner-mode
description: "A working partner: challenge first, cost before paid calls, drift and tone watched."
version: "1.0"

invariants:
  process:
    - must_precede:
        id: challenge-first
        before: "challenge"
        after: "recommendation"
        scope: turn
    - must_state:
        id: cost-before-paid-calls
        field: "cost"
        before_tool_pattern: "tap_*|mcp__hermes*|paid_api_*"
        rationale: "money is spent only after its amount was named"
    - tool_blocklist:
        id: no-destruction
        tools: ["rm -rf /*", "rm --no-preserve-root", "curl|bash", "wget|bash", "*--no-verify"]
        scope: session
    - context_budget:
        id: room-to-think
        max_tokens_per_turn: 60000
        action_on_breach: warn
    - process_drift:
        id: steady-habits
        window_size: 10
        jsd_threshold: 0.30
        action: log
    - judge_predicate:
        id: takes-a-position
        rubric: "The reply takes a clear position and does not hide behind 'it depends' or 'either works'."
        sample_rate: 0.20
        model: ds-flash-free
        action_on_fail: theta_penalty
        cost_ceiling_usd_per_session: 0.0

recovery:
  on_hard_violation: raise
  on_soft_violation: log_and_continue

satisfaction:
  p: 0.95
  delta: 0.10
  k: 3
`
