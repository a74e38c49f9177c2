import { writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { clientAssets, freeze } from '../../dashboard/index.ts'
import { compileContract } from '../../contract/index.ts'
import {
  askThroughProxy,
  askUnguarded,
  layOutProject,
  startExampleModel,
  type Outcome,
} from '../../demo/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { LabConfig } from '../../lab/config/config.ts'
import { runContract, type LabRun } from '../../lab/lab.ts'
import { oneLine } from '../../report/index.ts'
import { defineCommand } from '../command.ts'
import type { CliIo } from '../io.ts'
import { readConfig } from '../open-config.ts'
import { paintFor } from '../paint.ts'
import { inLabWorld, printRun } from '../run-lab.ts'
import { VERSION } from '../version.ts'

const DEFAULT_FOLDER = 'holdfast-demo'

export const demo = defineCommand({
  name: 'demo',
  summary: 'See an agent break its word in the lab, and the proxy hold it to the same contract. Offline.',
  options: [{ flags: '--into <folder>', summary: `where the project is put (${DEFAULT_FOLDER})` }],
  examples: [{ line: 'holdfast demo', explains: 'takes some seconds, needs no key and no network' }],
  async run(_args, options, io) {
    const folder = resolve(io.cwd, String(options['into'] ?? DEFAULT_FOLDER))
    const shown = relative(io.cwd, folder) || '.'
    const paint = paintFor(io)
    layOutProject(folder)
    const model = await startExampleModel(folder)
    try {
      const modelUrl = `${model.url}/openai/v1`
      io.out(
        `${paint.bold('1. The lab breaks the world around a small trading agent')}\n   ${paint.dim(`agent ${shown}/agent.mjs · contract ${shown}/contract.yaml`)}\n   ${paint.dim('its model is a script on this machine')}\n\n`,
      )
      const config = configOf(folder, modelUrl, io)
      const done = await inLabWorld({ save: false }, { ...io, cwd: folder }, (world) =>
        runContract(config, {}, world),
      )
      printRun(done, {}, io)
      const report = writePage(done, config, folder)

      io.out(`\n${paint.bold('2. The same contract in production, with the market data down')}\n\n`)
      const contract = compileContract(config.contract!)
      const unguarded = await askUnguarded(folder, modelUrl)
      const guarded = await askThroughProxy(folder, modelUrl, contract)
      tell('without the proxy', unguarded, io)
      tell('through the proxy', guarded, io)

      io.out(`\n${paint.bold('Yours now')}\n`)
      io.out(`  ${shown}/  ${paint.dim('the agent, its contract, what is broken, its model')}\n`)
      if (report !== undefined)
        io.out(`  ${shown}/report.html  ${paint.dim('what you have just seen, to click through')}\n`)
      io.out(
        `\n  cd ${shown}\n  npx holdfast mock --script model.yaml --port 9100   ${paint.dim('# in another terminal')}\n`,
      )
      io.out(
        `  npx holdfast contract run -c holdfast.yaml\n  npx holdfast init   ${paint.dim('# the same for your own agent')}\n`,
      )
      return done.result.verdict === 'broken' && unguarded.orders === 1 && guarded.orders === 0 ? 0 : 3
    } finally {
      await model.close()
    }
  },
})

function configOf(folder: string, modelUrl: string, io: CliIo): LabConfig {
  const { config, problems } = readConfig(join(folder, 'holdfast.yaml'), {
    ...io,
    env: { ...io.env, OPENAI_UPSTREAM: modelUrl },
  })
  if (config === undefined)
    throw new HoldfastError('HF_INVALID_FILE', problems.map(({ message }) => message).join('; '))
  return { ...config, file: 'holdfast.yaml' }
}

/** A clone that has not been built has no page to put the result into; the terminal has shown it all. */
function writePage({ result, timing }: LabRun, config: LabConfig, folder: string): string | undefined {
  const texts = new Map(config.sources.map(({ file, text }) => [file, text]))
  try {
    const page = freeze(clientAssets(), {
      version: VERSION,
      runs: [{ id: 'demo', result, timing }],
      readText: (file) => texts.get(file),
    })
    const file = join(folder, 'report.html')
    writeFileSync(file, page)
    return file
  } catch (error) {
    if (error instanceof HoldfastError) return undefined
    throw error
  }
}

function tell(how: string, { answer, orders }: Outcome, io: CliIo): void {
  const paint = paintFor(io)
  const placed =
    orders === 0
      ? paint.green('no order placed')
      : paint.red(`${orders} order placed at a price nobody quoted`)
  io.out(`  ${how}: ${placed}\n    ${paint.dim(oneLine(answer, Math.max(40, io.columns - 6)))}\n`)
}
