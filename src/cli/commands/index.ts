// Written by `npm run gen`; do not edit.
import type { Command } from '../command.ts'

/** Loaded only when asked for, so that one command does not pay for the others. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('./check.ts')).check,
  'claude-code install': async () => (await import('./claude-code-install.ts')).claudeCodeInstall,
  'claude-code status': async () => (await import('./claude-code-status.ts')).claudeCodeStatus,
  'claude-code uninstall': async () => (await import('./claude-code-uninstall.ts')).claudeCodeUninstall,
  'contract explain': async () => (await import('./contract-explain.ts')).contractExplain,
  'contract validate': async () => (await import('./contract-validate.ts')).contractValidate,
  demo: async () => (await import('./demo.ts')).demo,
  doctor: async () => (await import('./doctor.ts')).doctor,
  hook: async () => (await import('./hook.ts')).hook,
  'hook install': async () => (await import('./hook-install.ts')).hookInstall,
  'hook uninstall': async () => (await import('./hook-uninstall.ts')).hookUninstall,
  mcp: async () => (await import('./mcp.ts')).mcp,
  mock: async () => (await import('./mock.ts')).mock,
  'proxy start': async () => (await import('./proxy-start.ts')).proxyStart,
  'proxy status': async () => (await import('./proxy-status.ts')).proxyStatus,
  schema: async () => (await import('./schema.ts')).schema,
  'sessions export': async () => (await import('./sessions-export.ts')).sessionsExport,
  'sessions list': async () => (await import('./sessions-list.ts')).sessionsList,
  'sessions show': async () => (await import('./sessions-show.ts')).sessionsShow,
  template: async () => (await import('./template.ts')).template,
  'workflow graph': async () => (await import('./workflow-graph.ts')).workflowGraph,
  'workflow run': async () => (await import('./workflow-run.ts')).workflowRun,
  'workflow serve': async () => (await import('./workflow-serve.ts')).workflowServe,
  'workflow validate': async () => (await import('./workflow-validate.ts')).workflowValidate,
}
