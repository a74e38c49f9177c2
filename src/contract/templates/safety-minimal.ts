/** Only what nobody ever wants an agent to run; nothing in everyday work comes near it. */
export const SAFETY_MINIMAL = `# Stops the commands nobody ever wants an agent to run, and nothing else.
dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: safety-minimal
description: "Blocks commands that destroy a machine or run code straight from the network."
version: "1.0"

invariants:
  process:
    - tool_blocklist:
        id: no-destruction
        tools:
          - "rm -rf /*"
          - "rm --no-preserve-root"
          - "curl|bash"
          - "wget|bash"
          - "*--no-verify"

recovery:
  on_hard_violation: raise
  on_soft_violation: log_and_continue
`
