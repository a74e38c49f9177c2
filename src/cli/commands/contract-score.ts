import { runContract } from '../../lab/lab.ts'
import { verdictLine } from '../../report/index.ts'
import { defineCommand } from '../command.ts'
import { LAB_OPTIONS, labOptions } from '../lab-options.ts'
import { DEFAULT_CONFIG, openConfig } from '../open-config.ts'
import { EXIT, runLab } from '../run-lab.ts'
import { CONTRACT_NEEDS } from './contract-run.ts'

export const contractScore = defineCommand({
  name: 'contract score',
  summary: 'The same run, with nothing but its score on standard output.',
  options: LAB_OPTIONS,
  usesPlugins: true,
  examples: [
    {
      line: 'score=$(holdfast contract score -c holdfast.yaml)',
      explains: 'the number alone; the exit code says whether the contract was kept',
    },
  ],
  async run(_args, options, io) {
    const wanted = labOptions(options)
    const config = openConfig(String(options['config'] ?? DEFAULT_CONFIG), io, CONTRACT_NEEDS)
    if (config === undefined) return 2
    const { result } = await runLab(options, io, (world) => runContract(config, wanted, world))
    if (result.score !== undefined) io.out(`${result.score.toFixed(2)}\n`)
    for (const { message } of result.warnings) io.err(`${message}\n`)
    if (result.verdict !== 'kept') io.err(`${verdictLine(result)}\n`)
    return EXIT[result.verdict]
  },
})
