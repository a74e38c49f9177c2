import { defineCommand } from '../command.ts'
import { hostCalled, SCOPE_OPTIONS, uninstall } from './claude-code-actions.ts'

export const claudeCodeUninstall = defineCommand({
  name: 'claude-code uninstall',
  summary: 'Take the hooks out of the settings of Claude Code again, to the byte where nothing else changed.',
  options: SCOPE_OPTIONS,
  examples: [{ line: 'holdfast claude-code uninstall', explains: "from this project's settings" }],
  run: (_args, options, io) => uninstall(hostCalled('claude-code'), options, io),
})
