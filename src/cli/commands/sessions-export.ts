import { writeFileSync } from 'node:fs'
import { defineCommand } from '../command.ts'
import { recordsOf, STORE_OPTION, withStore } from './sessions-store.ts'

export const sessionsExport = defineCommand({
  name: 'sessions export',
  summary: 'Write a recorded session as events, one JSON object a line, for `check` and for replays.',
  args: '<session>',
  options: [
    STORE_OPTION,
    { flags: '--records', summary: 'whole records, with decisions and effects, instead of events' },
    { flags: '--out <file>', summary: 'a file instead of standard output' },
  ],
  examples: [
    {
      line: 'holdfast sessions export nightly --out nightly.jsonl',
      explains: 'then holdfast check --contract other.yaml --events nightly.jsonl',
    },
  ],
  run: ([name = ''], options, io) =>
    withStore(options, async (store) => {
      const { id, records } = await recordsOf(store, name)
      const lines = records.map((record) =>
        JSON.stringify(options['records'] === true ? record : record.event),
      )
      const text = `${lines.join('\n')}\n`
      if (typeof options['out'] !== 'string') io.out(text)
      else {
        // what agents said is nobody else's business
        writeFileSync(options['out'], text, { mode: 0o600 })
        io.err(
          `${lines.length} ${options['records'] === true ? 'records' : 'events'} of ${id} are in ${options['out']}\n`,
        )
      }
      return 0
    }),
})
