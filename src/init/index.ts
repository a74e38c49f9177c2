export { AGENT_FORMS, agentChoice, type AgentChoice } from './agent-choice.ts'
export { filesFor, type NewFile } from './files.ts'
export { detectProject, type Project } from './project.ts'
export { writeFiles } from './write-files.ts'
