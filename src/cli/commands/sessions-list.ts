import { defineCommand } from '../command.ts'
import { paintFor } from '../paint.ts'
import { STORE_OPTION, withStore } from './sessions-store.ts'

export const sessionsList = defineCommand({
  name: 'sessions list',
  summary: 'List recorded sessions, the most recently active first.',
  options: [
    STORE_OPTION,
    { flags: '--limit <number>', summary: 'at most this many (50)' },
    { flags: '--json', summary: 'one JSON object a line' },
  ],
  examples: [{ line: 'holdfast sessions list --limit 10', explains: 'ids are what `sessions show` takes' }],
  run: (_args, options, io) =>
    withStore(options, async (store) => {
      const paint = paintFor(io)
      let left = Number(options['limit'] ?? 50)
      let shown = 0
      for await (const session of store.sessions()) {
        if (left <= 0) break
        left -= 1
        shown += 1
        const { sessionId, records, firstAtMs, lastAtMs } = session
        io.out(
          options['json'] === true
            ? `${JSON.stringify(session)}\n`
            : `${paint.bold(sessionId)}  ${records} records  ${paint.dim(`${new Date(firstAtMs).toISOString()} … ${new Date(lastAtMs).toISOString()}`)}\n`,
        )
      }
      if (shown === 0 && options['json'] !== true) io.out('no sessions are recorded there\n')
      return 0
    }),
})
