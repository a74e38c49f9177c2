import { existsSync } from 'node:fs'
import { HoldfastError } from '../../kit/errors.ts'
import { readExport, replayOfRecords, type ReplaySession } from '../../replay/index.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { writeReplayFiles } from '../write-replays.ts'
import { recordsOf, STORE_OPTION, withStore } from './sessions-store.ts'

const MOST_BYTES = 256 * 1024 * 1024

export const replayImport = defineCommand({
  name: 'replay import',
  summary: 'Make replays of a recorded session, or of a file that another tool exported.',
  args: '<source>',
  options: [
    STORE_OPTION,
    { flags: '-o, --output <folder>', summary: 'where to write them (replays)' },
    { flags: '--contract <name>', summary: 'the contract they are judged by: its name or its file' },
  ],
  examples: [
    {
      line: 'holdfast replay import my-agent/nightly',
      explains: 'a session that the proxy recorded; `holdfast sessions list` names them',
    },
    {
      line: 'holdfast replay import trace.json --contract contract.yaml',
      explains: 'OpenTelemetry traces, LangSmith runs, or message logs',
    },
  ],
  async run([source = ''], options, io) {
    if (existsSync(source)) return write(fromFile(source, io), options, io)
    let exit: ExitCode = 0
    await withStore(options, async (store) => {
      const { id, records } = await recordsOf(store, source)
      const replay = replayOfRecords(id.replaceAll('/', '-'), records)
      if (replay === undefined)
        throw new HoldfastError(
          'HF_USAGE',
          `in session \`${id}\` nobody asked anything that could be asked again`,
        )
      exit = write([replay], options, io)
      return exit
    })
    return exit
  },
})

function fromFile(file: string, io: CliIo): readonly ReplaySession[] {
  const read = io.readText(file, MOST_BYTES)
  if (!read.ok) throw new HoldfastError('HF_FILE', `cannot read \`${file}\`: ${read.reason}`)
  return readExport(read.file, read.text)
}

function write(sessions: readonly ReplaySession[], options: OptionValues, io: CliIo): ExitCode {
  const { contract, output = 'replays' } = options
  const judged = sessions.map((session) =>
    typeof contract === 'string' ? { ...session, contract } : session,
  )
  for (const file of writeReplayFiles(judged, String(output), io)) io.out(`${file}\n`)
  io.err(`again: holdfast replay run ${String(output)} -c holdfast.yaml\n`)
  return 0
}
