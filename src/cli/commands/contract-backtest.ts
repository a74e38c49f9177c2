import { BacktestFold, backtestSession } from '../../backtest/index.ts'
import { compileContract } from '../../contract/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import { defineCommand } from '../command.ts'
import { openContract } from '../open-contract.ts'
import { backtestJson, flipJson, printBacktest, printFlips } from '../print-backtest.ts'
import { RECORDED_OPTIONS, withRecordedSessions } from '../recorded-sessions.ts'
import { contractWords } from '../words.ts'

export const contractBacktest = defineCommand({
  name: 'contract backtest',
  summary: 'Judge recorded sessions by a candidate contract and list every decision that flips.',
  args: '<candidate>',
  usesPlugins: true,
  options: [
    ...RECORDED_OPTIONS,
    {
      flags: '--old <contract>',
      summary: 'compare with this contract instead of with the recorded decisions',
    },
    { flags: '--json', summary: 'one JSON object a flip, then a summary' },
  ],
  examples: [
    {
      line: 'holdfast contract backtest stricter.yaml --store .holdfast/proxy.db',
      explains: 'exit 0 when no decision flips, 1 when some do, 3 when nothing is recorded there',
    },
    {
      line: 'holdfast contract backtest new.yaml --old contract.yaml --events session.jsonl',
      explains: 'two contracts on the same events',
    },
  ],
  async run([file], options, io) {
    const opened = openContract(file!, io)
    const old = typeof options['old'] === 'string' ? openContract(options['old'], io) : undefined
    if (opened === undefined || (old === undefined && options['old'] !== undefined)) return 2
    const asJson = options['json'] === true
    const vocabulary = contractWords(io)
    const wanted = {
      candidate: compileContract(opened.contract, { vocabulary }),
      ...(old === undefined ? {} : { old: compileContract(old.contract, { vocabulary }) }),
    }
    return withRecordedSessions(options, io, async (sessions) => {
      const fold = new BacktestFold()
      for await (const session of sessions.read('judging again')) {
        const result = backtestSession(wanted, session)
        fold.add(result)
        if (result.flips.length > 0) sessions.clearLine()
        if (!asJson) printFlips(result, io)
        else for (const flip of result.flips) io.out(`${JSON.stringify(flipJson(result.sessionId, flip))}\n`)
      }
      const totals = fold.totals()
      if (totals.judged === 0)
        throw new HoldfastError(
          'HF_CANNOT_JUDGE',
          'the recorded sessions hold no event to judge, so nothing was judged',
        )
      if (asJson) io.out(`${JSON.stringify({ summary: backtestJson(opened.contract.name, totals) })}\n`)
      else printBacktest(opened.contract, totals, io)
      return totals.flips.total > 0 ? 1 : 0
    })
  },
})
