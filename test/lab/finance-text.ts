/** The finance example of the behavioural contracts guide, as it stands there, with an agent and a prompt. */
export const FINANCE = `version: "2.0"
agent:
  endpoint: http://localhost:8000/invoke
golden_prompts: ["What is the price of ACME?"]
contract:
  name: "Finance Agent Contract"
  description: "Invariants that must hold under all failure conditions"
  invariants:
    - id: always-cite-source
      type: regex
      pattern: "(?i)(source|according to|reference)"
      severity: critical
      when: always
      description: "Must always cite a data source"
    - id: never-fabricate-when-tools-fail
      type: regex
      pattern: '\\$[\\d,]+\\.\\d{2}'
      negate: true
      severity: critical
      when: tool_faults_active
    - id: max-latency
      type: latency
      max_ms: 60000
      severity: medium
      when: always
chaos_matrix:
  - name: "no-chaos"
    tool_faults: []
    llm_faults: []
  - name: "search-tool-down"
    tool_faults:
      - tool: market_data_api
        mode: error
        error_code: 503
  - name: "llm-degraded"
    llm_faults:
      - mode: truncated_response
        max_tokens: 20
`
