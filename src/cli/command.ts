import type { CliIo, ExitCode } from './io.ts'
import { PLUGIN_OPTIONS } from './open-plugin.ts'

/** One option, as the parser, `--help` and the reference page see it. */
export interface OptionSpec {
  /** As commander writes it: `--events <file>`, `--json`. */
  readonly flags: string
  readonly summary: string
}

export interface Example {
  readonly line: string
  readonly explains: string
}

export type OptionValues = Readonly<Record<string, string | boolean | undefined>>

/** A command is data and one function of its arguments and its world. */
export interface Command {
  /** One or two words, such as `contract validate`. */
  readonly name: string
  readonly summary: string
  /** As commander writes them: `<file...>`, `[name]`. */
  readonly args?: string
  readonly options: readonly OptionSpec[]
  readonly examples: readonly Example[]
  /** Gets every word as it was written, because its exit codes mean something else than ours. */
  readonly readsOwnWords?: boolean
  /**
   * Runs the project's `holdfast.config` before anything else, and finds what it adds in `io.plugin`. A command that
   * others start, in a folder where an agent may write, only runs a file that its own words name.
   */
  readonly usesPlugins?: true | 'named-only'
  run(args: readonly string[], options: OptionValues, io: CliIo): Promise<ExitCode>
}

export function defineCommand(command: Command): Command {
  return command.usesPlugins === undefined
    ? command
    : { ...command, options: [...command.options, ...PLUGIN_OPTIONS] }
}
