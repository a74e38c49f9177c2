import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { clientAssets, openRunFolder, startDashboard } from '../../dashboard/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import { RUNS_FOLDER } from '../../lab/run-folder.ts'
import { memoryStore, openStore, type RecordStore } from '../../store/index.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { VERSION } from '../version.ts'
import { DEFAULT_STORE, STORE_OPTION } from './sessions-store.ts'
import { untilStopped } from './until-stopped.ts'

export const ui = defineCommand({
  name: 'ui',
  summary: 'Look at runs, recorded sessions and live decisions in a browser.',
  options: [
    STORE_OPTION,
    { flags: '--runs <folder>', summary: `where runs are kept (${RUNS_FOLDER})` },
    { flags: '--port <number>', summary: 'where to listen on this machine (9090)' },
  ],
  examples: [{ line: 'holdfast ui', explains: 'prints the address to open; Ctrl-C stops it' }],
  run: (_args, options, io) => serveUi(options, io, untilStopped),
})

/** Serves until `stopped` resolves, which is given the address. */
export async function serveUi(
  options: OptionValues,
  io: CliIo,
  stopped: (url: string) => Promise<void>,
): Promise<ExitCode> {
  const store = await storeOf(options, io)
  try {
    const dashboard = await startDashboard({
      assets: clientAssets(),
      version: VERSION,
      store,
      runs: openRunFolder(resolve(io.cwd, String(options['runs'] ?? RUNS_FOLDER))),
      readText: (file) => contractText(resolve(io.cwd, file)),
      port: portOf(options),
    })
    io.out(`${dashboard.url}\n`)
    io.err('Only this machine can open it. Ctrl-C stops it.\n')
    await stopped(dashboard.url)
    await dashboard.close()
    return 0
  } finally {
    await store.close()
  }
}

/** Looking must not create a store; one that is named must be there. */
async function storeOf(options: OptionValues, io: CliIo): Promise<RecordStore> {
  const named = options['store']
  const location = String(named ?? resolve(io.cwd, DEFAULT_STORE))
  if (existsSync(location.replace(/^(?:sqlite|jsonl):/u, ''))) return openStore(location)
  if (named === undefined) return memoryStore()
  throw new HoldfastError('HF_FILE', `there is no store at \`${location}\``, 'name it with --store')
}

function portOf({ port = '9090' }: OptionValues): number {
  if (/^\d{1,5}$/u.test(String(port)) && Number(port) <= 65_535) return Number(port)
  throw new HoldfastError('HF_USAGE', `--port must be a number from 0 to 65535, not \`${String(port)}\``)
}

/** A contract that has been moved since leaves the place of its lines empty. */
export function contractText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
