import type { Command } from './command.ts'
import { VERSION } from './version.ts'

/** What people come for, in the order in which they come; a command is found by its first word or its whole name. */
const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Begin', ['demo', 'init', 'template']],
  [
    'Write a contract',
    [
      'contract validate',
      'contract lint',
      'contract explain',
      'contract diff',
      'contract infer',
      'contract backtest',
      'contract mutate',
      'check',
      'schema',
    ],
  ],
  [
    'Test an agent while its world breaks',
    ['ci', 'contract run', 'contract score', 'run', 'replay', 'compare', 'conformance', 'parity'],
  ],
  ['Enforce the same contract', ['proxy', 'mcp', 'claude-code', 'hook', 'doctor', 'workflow']],
  ['Look', ['ui', 'sessions']],
  ['Tools', ['mock', 'completions']],
]

const EXAMPLES = [
  ['holdfast demo', 'see it work: offline, no key'],
  ['holdfast init && holdfast ci', 'the same for your own agent'],
  ["holdfast contract explain contract.yaml --command 'rm -fr /'", 'which clause, which line'],
  ['holdfast proxy start --contract contract.yaml', 'hold any agent to it'],
] as const

const LONGEST_LINE = 80

/** What `holdfast --help` prints. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const groups = grouped(commands).map(
    ([title, members]) => `${title}\n${members.map((command) => row(command, width)).join('')}`,
  )
  const examples = EXAMPLES.map(([line, explains]) => `  $ ${line}\n      ${explains}\n`).join('')
  return `${heading()}\n${groups.join('\n')}\nExamples\n${examples}\n${ending()}`
}

/** What `holdfast contract` prints: the commands that begin so. */
export function groupOverview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return `${heading()}\n${commands.map((command) => row(command, width)).join('')}\n${ending()}`
}

/** Every command once; one that no group names stands at the end rather than nowhere. */
export function grouped(commands: readonly Command[]): readonly (readonly [string, readonly Command[]])[] {
  const titleOf = ({ name }: Command): string =>
    GROUPS.find(([, names]) => names.includes(name) || names.includes(name.split(' ')[0]!))?.[0] ?? 'More'
  const rank = ({ name }: Command, names: readonly string[]): number =>
    names.findIndex((each) => each === name || each === name.split(' ')[0])
  return [...GROUPS, ['More', []] as const]
    .map(([title, names]) => {
      const members = commands.filter((command) => titleOf(command) === title)
      return [title, members.toSorted((one, other) => rank(one, names) - rank(other, names))] as const
    })
    .filter(([, members]) => members.length > 0)
}

function heading(): string {
  return `holdfast ${VERSION}: one contract for an AI agent\n\nUsage: holdfast <command> [options]\n`
}

function ending(): string {
  return '`holdfast <command> --help` shows options and examples.\nExit: 0 kept · 1 broken · 2 wrong usage or configuration · 3 could not judge\n'
}

function row({ name, summary }: Command, width: number): string {
  const indent = ' '.repeat(width + 4)
  return `  ${name.padEnd(width)}  ${wrapped(summary, LONGEST_LINE - width - 4).join(`\n${indent}`)}\n`
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' '))
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  return [...lines, line]
}
