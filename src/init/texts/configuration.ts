import type { AgentChoice } from '../agent-choice.ts'

export function configurationText(agent: AgentChoice): string {
  return `# yaml-language-server: $schema=./node_modules/holdfast/schemas/test-configuration.schema.json
version: "2.0"

${agentText(agent)}
contract:
  file: ./contract.yaml

# what people ask; write your own
golden_prompts:
  - "What is the price of ACME shares?"
  - "Summarise the latest figures for ACME."

# checked on every answer to a rewritten prompt
invariants:
  - type: output_not_empty
  - type: excludes_pii

mutations:
  count: 6
  types: [paraphrase, noise, tone_shift]

${matrixText(agent)}
scoring:
  weights: { mutation: 0.2, chaos: 0.35, contract: 0.35, replay: 0.1 }
`
}

function agentText(agent: AgentChoice): string {
  switch (agent.type) {
    case 'http':
      return `agent:
  type: http
  endpoint: ${agent.endpoint}
  timeout: 30000
  # request_template: '{"message": "{prompt}"}'
  # response_path: reply.text
  # reset_endpoint: ${new URL('/reset', agent.endpoint).href}
`
    case 'module':
      return `agent:
  type: module
  endpoint: ${agent.endpoint}
  # tools: ["./tools.ts:search"]   # functions that faults may be put in front of
`
    case 'python':
      return `agent:
  type: python
  endpoint: ${agent.endpoint}
  # tools: ["my_module:search"]    # functions that faults may be put in front of
`
    case 'starter':
      return `# the small agent of starter-agent.mjs; name yours instead
agent:
  type: module
  endpoint: ./starter-agent.mjs:answer
  tools: ["./starter-agent.mjs:market_data_api"]
`
  }
}

/** Faults in tools need tools that can be reached; around a black box only its answer can be changed. */
function matrixText(agent: AgentChoice): string {
  const tool =
    agent.type === 'starter'
      ? `  - name: market-data-down
    tool_faults:
      - { tool: market_data_api, mode: error, error_code: 503 }
  - name: market-data-garbled
    tool_faults:
      - { tool: market_data_api, mode: malformed }
`
      : `  # once the lab can reach your tools (agent.tools) or your model (agent.command):
  # - name: search-down
  #   tool_faults:
  #     - { tool: search, mode: error, error_code: 503 }
`
  return `chaos_matrix:
  - name: no-chaos
${tool}`
}
