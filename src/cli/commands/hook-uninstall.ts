import { defineCommand } from '../command.ts'
import { hostCalled, SCOPE_OPTIONS, uninstall } from './claude-code-actions.ts'

export const hookUninstall = defineCommand({
  name: 'hook uninstall',
  summary: 'Take the hook out of the settings of a coding agent again.',
  args: '<agent>',
  options: SCOPE_OPTIONS,
  examples: [{ line: 'holdfast hook uninstall cursor', explains: "from this project's .cursor/hooks.json" }],
  run: ([name], options, io) => uninstall(hostCalled(name), options, io),
})
