import type { AgentChoice } from './agent-choice.ts'
import type { Project } from './project.ts'
import { contractText } from './texts/contract.ts'
import { configurationText } from './texts/configuration.ts'
import { STARTER_AGENT } from './texts/starter-agent.ts'
import { ciWorkflowText } from './texts/ci-workflow.ts'

export interface NewFile {
  readonly path: string
  readonly text: string
  readonly what: string
}

/** Everything a project needs to begin, in the order in which people read it. */
export function filesFor(agent: AgentChoice, project: Project): readonly NewFile[] {
  return [
    { path: 'contract.yaml', text: contractText(), what: 'what your agent must always or never do' },
    {
      path: 'holdfast.yaml',
      text: configurationText(agent),
      what: 'which agent is asked what, and what is broken around it',
    },
    ...(agent.type === 'starter'
      ? [
          {
            path: 'starter-agent.mjs',
            text: STARTER_AGENT,
            what: 'a small agent to begin with; put yours in its place',
          },
        ]
      : []),
    {
      path: '.github/workflows/holdfast.yml',
      text: ciWorkflowText(project),
      what: 'the same check on every pull request',
    },
  ]
}
