import { homedir } from 'node:os'
import { relative, resolve } from 'node:path'
import { findConfig, loadPlugin, type Plugin } from '../plugins/index.ts'
import type { Command, OptionSpec, OptionValues } from './command.ts'
import type { CliIo } from './io.ts'

/** What every command takes that reads contracts, chaos or test configurations. */
export const PLUGIN_OPTIONS: readonly OptionSpec[] = [
  {
    flags: '--plugins <file>',
    summary: 'a file with plugins, in place of the nearest holdfast.config.{ts,mts,js,mjs}',
  },
  { flags: '--no-plugins', summary: 'run no such file' },
]

/** What the configuration of the project adds. Nothing is run, and hardly anything loaded, where there is none. */
export async function openPlugin(
  options: OptionValues,
  io: CliIo,
  where: NonNullable<Command['usesPlugins']>,
): Promise<Plugin> {
  const file = fileFor(options, io, where)
  if (file === undefined) return {}
  const { builtInNames } = await import('./built-in-names.ts')
  const shown = relative(io.cwd, file)
  return loadPlugin(file, builtInNames(), shown.startsWith('..') ? file : shown)
}

function fileFor(
  { plugins }: OptionValues,
  { cwd, env }: CliIo,
  where: NonNullable<Command['usesPlugins']>,
): string | undefined {
  if (plugins === false) return undefined
  if (typeof plugins === 'string') return resolve(cwd, plugins)
  if (where === 'named-only') return undefined
  return findConfig(cwd, env['HOME'] ?? env['USERPROFILE'] ?? homedir())
}
