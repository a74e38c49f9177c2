import { Command as Parser, CommanderError } from 'commander'
import { HoldfastError } from '../kit/errors.ts'
import { didYouMean } from '../kit/nearest-name.ts'
import type { Command, OptionValues } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import type { CliIo, ExitCode } from './io.ts'
import { openPlugin } from './open-plugin.ts'
import { groupOverview, overview } from './overview.ts'
import { VERSION } from './version.ts'

/** Runs one command line. Every error becomes a sentence and an exit code; nobody is shown a stack. */
export async function main(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  try {
    return await dispatch(argv, io)
  } catch (error) {
    return reported(error, io)
  }
}

async function dispatch(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  const [first, second] = argv
  if (first === 'help' && second !== undefined) return dispatch([...argv.slice(1), '--help'], io)
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    io.out(overview(await loaded(Object.keys(COMMANDS))))
    return first === undefined ? 2 : 0
  }
  if (first === '--version' || first === '-V') return tellVersion(io)
  const name =
    second !== undefined && Object.hasOwn(COMMANDS, `${first} ${second}`) ? `${first} ${second}` : first
  if (!Object.hasOwn(COMMANDS, name)) return unknownCommand(argv, io)
  const command = await COMMANDS[name]!()
  return runCommand(command, argv.slice(name.split(' ').length), io)
}

function tellVersion(io: CliIo): ExitCode {
  io.out(`${VERSION}\n`)
  return 0
}

async function unknownCommand([first, second]: readonly string[], io: CliIo): Promise<ExitCode> {
  const group = Object.keys(COMMANDS).filter((name) => name.startsWith(`${first} `))
  if (group.length > 0 && second === '--version') return tellVersion(io)
  if (group.length > 0 && (second === undefined || second.startsWith('-'))) {
    io.out(groupOverview(await loaded(group)))
    return second === undefined ? 2 : 0
  }
  const written = group.length > 0 ? `${first} ${second}` : first!
  throw new HoldfastError(
    'HF_USAGE',
    `unknown command \`${written}\``,
    didYouMean(written, group.length > 0 ? group : Object.keys(COMMANDS)),
  )
}

async function runCommand(command: Command, args: readonly string[], io: CliIo): Promise<ExitCode> {
  let exit: ExitCode = 0
  const parser = new Parser(`holdfast ${command.name}`)
    .description(command.summary)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => Math.min(io.columns, 100),
    })
    .helpOption('-h, --help', 'show this help')
    .version(VERSION, '--version', 'show the version')
    .addHelpText('after', examplesOf(command))
  if (command.args !== undefined) parser.arguments(command.args)
  if (command.readsOwnWords === true) parser.allowUnknownOption()
  for (const { flags, summary } of command.options) parser.option(flags, summary)
  parser.action(async () => {
    const options = parser.opts<OptionValues>()
    const { usesPlugins } = command
    const world =
      usesPlugins === undefined ? io : { ...io, plugin: await openPlugin(options, io, usesPlugins) }
    exit = await command.run(parser.args, options, world)
  })
  await parser.parseAsync([...args], { from: 'user' })
  return exit
}

function examplesOf({ examples }: Command): string {
  return examples.length === 0
    ? ''
    : `\nExamples:\n${examples.map(({ line, explains }) => `  $ ${line}\n      ${explains}`).join('\n')}\n`
}

function loaded(names: readonly string[]): Promise<readonly Command[]> {
  return Promise.all(names.map((name) => COMMANDS[name]!()))
}

function reported(error: unknown, io: CliIo): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    io.err(`error: ${error.message.replace(/^error: /u, '')}\n`)
    return 2
  }
  if (error instanceof HoldfastError) {
    io.err(`error: ${error.message}\n${error.hint === undefined ? '' : `  hint: ${error.hint}\n`}`)
    return error.code === 'HF_CANNOT_JUDGE' ? 3 : 2
  }
  // a bug of ours: say so in one line, and keep the stack for whoever asks for it
  const detail =
    io.env['HOLDFAST_DEBUG'] === undefined
      ? String(error instanceof Error ? error.message : error).split('\n')[0]
      : String((error as Error).stack)
  io.err(
    `error: something went wrong inside holdfast: ${detail}\n  hint: set HOLDFAST_DEBUG=1 for details, and please report it\n`,
  )
  return 3
}
