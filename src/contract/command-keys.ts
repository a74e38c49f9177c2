import { globListMatcher } from '../kit/glob.ts'
import { byName } from '../kit/name-memo.ts'

/** Tools whose arguments a shell will read, by the names agents give them. */
export const isShellTool = byName(
  globListMatcher(
    [
      '*bash*',
      'sh',
      'zsh',
      'fish',
      'cmd',
      '*shell*',
      '*terminal*',
      '*_exec',
      'exec',
      'exec_*',
      'execute',
      '*run_command*',
      '*execute_command*',
      '*command_line*',
      '*run_script*',
      'run',
      'process',
    ],
    { ignoreCase: true },
  ),
)

/** Arguments that hold a command line whatever the tool is called; keys are compared without case and separators. */
const COMMAND_KEYS: ReadonlySet<string> = new Set([
  'command',
  'commands',
  'cmd',
  'cmds',
  'shellcommand',
  'shellcommands',
  'bashcommand',
  'commandline',
  'cmdline',
  'shell',
  'bash',
])
const LIST_OF_LINES: ReadonlySet<string> = new Set(['commands', 'cmds', 'shellcommands'])
/** Arguments that name a program when its own arguments stand beside it. */
const PROGRAM_KEYS: ReadonlySet<string> = new Set(['program', 'executable', 'exe', 'binary'])
const ARGUMENT_KEYS: ReadonlySet<string> = new Set(['args', 'arguments', 'argv', 'parameters'])
const FOLDER_KEYS: ReadonlySet<string> = new Set([
  'cwd',
  'workdir',
  'workingdir',
  'workingdirectory',
  'directory',
  'dir',
])

/** What an argument is to a command. */
export type KeyKind = 'command' | 'lines' | 'program' | 'arguments' | 'folder' | 'other'

export const kindOf = byName((key): KeyKind => {
  const plain = key.toLowerCase().replaceAll(/[\s_-]/gu, '')
  if (LIST_OF_LINES.has(plain)) return 'lines'
  if (COMMAND_KEYS.has(plain)) return 'command'
  if (PROGRAM_KEYS.has(plain)) return 'program'
  if (ARGUMENT_KEYS.has(plain)) return 'arguments'
  return FOLDER_KEYS.has(plain) ? 'folder' : 'other'
})
