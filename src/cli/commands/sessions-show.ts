import { foldSession } from '../../metrics/index.ts'
import { defineCommand } from '../command.ts'
import { paintFor } from '../paint.ts'
import { decisionJson, printDecision } from '../print-decisions.ts'
import { recordsOf, STORE_OPTION, withStore } from './sessions-store.ts'

export const sessionsShow = defineCommand({
  name: 'sessions show',
  summary: 'Show what happened in a recorded session and what was decided.',
  args: '<session>',
  options: [STORE_OPTION, { flags: '--json', summary: 'one JSON object a line' }],
  examples: [
    {
      line: 'holdfast sessions show my-agent/3f2a…/nightly',
      explains: 'the last part of the id is enough when it is unique',
    },
  ],
  run: ([name = ''], options, io) =>
    withStore(options, async (store) => {
      const { id, records } = await recordsOf(store, name)
      const paint = paintFor(io)
      const { numbers } = foldSession(records)
      if (options['json'] === true) {
        for (const record of records)
          io.out(
            `${JSON.stringify({ ...decisionJson(record), effect: record.effect.kind, mode: record.mode, atMs: record.event.atMs })}\n`,
          )
        io.out(`${JSON.stringify({ summary: numbers })}\n`)
        return 0
      }
      io.out(`${paint.bold(id)}\n`)
      for (const record of records) printDecision(record, io)
      const { turns, cost, violations, reliability, verdicts } = numbers
      io.out(
        `\n  ${turns} turns · denied ${verdicts.decided.deny} · violations hard ${violations.hard}, soft ${violations.soft} · ${cost.totalUsd === undefined ? 'cost not measured' : `$${cost.totalUsd.toFixed(4)}`} · Θ ${reliability.theta?.toFixed(3) ?? 'not measured'}\n`,
      )
      return 0
    }),
})
