import { defaulted, optional, required, text } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { contextPath, count } from '../read/field-shapes.ts'
import { shellRun as runProgram } from '../tools/shell-run.ts'

export const shellRun = defineNode({
  name: 'shell_run',
  summary: 'Runs a program without a shell; a failure takes the branch `error`.',
  fields: {
    command: required(text({ nonEmpty: true }), 'the absolute path of the program'),
    args_from: optional(contextPath(), 'leads to a list of arguments'),
    timeout_secs: defaulted(count(0), 30, 'how long it may take, at least 1'),
  },
  effects: 'process',
  branches: ['error'],
  failureBranch: 'error',
  output: [
    'command',
    'args',
    'exit_code',
    'signal',
    'stdout',
    'stderr',
    'truncated',
    'timed_out',
    'duration_ms',
  ],
  nullWhenUnresolved: ['args_from'],
  run: async ({ command, args_from, timeout_secs }, call) => {
    const output = await runProgram(
      call,
      command,
      args_from === undefined ? undefined : call.resolve(args_from),
      timeout_secs,
    )
    const isGood = output['dry_run'] === true || output['exit_code'] === 0
    return goOn(output, isGood ? undefined : 'error')
  },
})
