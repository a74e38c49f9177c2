import { HOOK_HOSTS } from '../../hooks/index.ts'
import { defineCommand } from '../command.ts'
import { examine } from './claude-code-actions.ts'

export const doctor = defineCommand({
  name: 'doctor',
  summary:
    'Feed every installed hook a call its contract must refuse, and tell whether it was really blocked.',
  options: [{ flags: '--json', summary: 'print a list as JSON' }],
  examples: [
    {
      line: 'holdfast doctor',
      explains: 'exit 0 when every hook blocked it, 1 when one let it through, 3 when one could not be tried',
    },
  ],
  run: (_args, options, io) => examine(HOOK_HOSTS, io, { json: options['json'] === true }),
})
