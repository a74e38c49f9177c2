import { HoldfastError } from '../kit/errors.ts'
import { importConfig } from './import-config.ts'
import type { Plugin } from './plugin.ts'
import { readPlugin, type TakenNames } from './read-plugin.ts'

/** Runs a configuration and gives what it adds; `shown` is what messages call the file. */
export async function loadPlugin(file: string, taken: TakenNames, shown = file): Promise<Plugin> {
  const read = readPlugin(await importConfig(file, shown), taken)
  if (read.ok) return read.plugin
  const lines = read.problems.map(({ at, complaint }) => `${shown}: ${at} ${complaint}`)
  throw new HoldfastError(
    'HF_INVALID_FILE',
    lines.join('\n'),
    read.problems.find(({ hint }) => hint !== undefined)?.hint,
  )
}
