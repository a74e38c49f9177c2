import { runContract } from '../../lab/lab.ts'
import { defineCommand } from '../command.ts'
import { LAB_OPTIONS, labOptions, REPORT_OPTIONS } from '../lab-options.ts'
import { DEFAULT_CONFIG, openConfig } from '../open-config.ts'
import { EXIT, printRun, runLab } from '../run-lab.ts'

export const contractRun = defineCommand({
  name: 'contract run',
  summary: 'Try the contract of a test configuration under every scenario of its chaos matrix.',
  options: [...LAB_OPTIONS, ...REPORT_OPTIONS],
  usesPlugins: true,
  examples: [
    {
      line: 'holdfast contract run -c holdfast.yaml',
      explains:
        'exit 0 when it is kept, 1 when a critical promise is broken, 3 when something could not be judged',
    },
    {
      line: 'holdfast contract run -c holdfast.yaml --trials 20 --seed 7 --output matrix.xml',
      explains: 'twenty trials of each cell, and a JUnit report',
    },
    {
      line: 'holdfast contract run -c holdfast.yaml --only always-cite-source@search-tool-down',
      explains: 'one cell alone',
    },
  ],
  async run(_args, options, io) {
    const wanted = labOptions(options)
    const config = openConfig(String(options['config'] ?? DEFAULT_CONFIG), io, CONTRACT_NEEDS)
    if (config === undefined) return 2
    const done = await runLab(options, io, (world) => runContract(config, wanted, world), {
      kind: 'contract',
      config,
    })
    printRun(done, options, io)
    return EXIT[done.result.verdict]
  },
})

/** What a run of a contract cannot do without. */
export const CONTRACT_NEEDS = { agent: true, contract: true, prompts: 'contract' } as const
