import { defineCommand } from '../command.ts'
import { examine, hostCalled } from './claude-code-actions.ts'

export const claudeCodeStatus = defineCommand({
  name: 'claude-code status',
  summary: 'Where the hooks of Claude Code are installed, with which contract, and whether they work.',
  options: [{ flags: '--json', summary: 'print a list as JSON' }],
  examples: [
    {
      line: 'holdfast claude-code status',
      explains: 'exit 0 works, 1 lets through, 3 not installed or not judged',
    },
  ],
  run: (_args, options, io) => examine([hostCalled('claude-code')], io, { json: options['json'] === true }),
})
