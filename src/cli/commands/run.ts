import { runGolden, type GoldenOptions } from '../../lab/lab.ts'
import { defineCommand, type OptionValues } from '../command.ts'
import { LAB_OPTIONS, labOptions, REPORT_OPTIONS } from '../lab-options.ts'
import { DEFAULT_CONFIG, openConfig } from '../open-config.ts'
import { EXIT, printRun, runLab } from '../run-lab.ts'

export const run = defineCommand({
  name: 'run',
  summary: 'Put the golden prompts to the agent and hold its answers to the invariants of the configuration.',
  options: [
    ...LAB_OPTIONS,
    { flags: '--chaos', summary: 'also under the chaos of the configuration, or an outage when it has none' },
    { flags: '--chaos-only', summary: 'under chaos and not without' },
    {
      flags: '--chaos-profile <name>',
      summary: 'under a built-in profile, added to the chaos of the configuration',
    },
    ...REPORT_OPTIONS,
  ],
  usesPlugins: true,
  examples: [
    { line: 'holdfast run -c holdfast.yaml', explains: 'nothing is broken: do the answers hold at all?' },
    {
      line: 'holdfast run -c holdfast.yaml --chaos-profile degraded_llm',
      explains: 'the same with and without a model that is in trouble',
    },
  ],
  async run(_args, options, io) {
    const wanted: GoldenOptions = { ...labOptions(options), ...chaosOptions(options) }
    const config = openConfig(String(options['config'] ?? DEFAULT_CONFIG), io, {
      agent: true,
      invariants: true,
      prompts: 'run',
    })
    if (config === undefined) return 2
    const done = await runLab(options, io, (world) => runGolden(config, wanted, world), {
      kind: wanted.chaos === undefined ? 'golden' : 'chaos',
      config,
    })
    printRun(done, options, io)
    return EXIT[done.result.verdict]
  },
})

function chaosOptions(options: OptionValues): Pick<GoldenOptions, 'chaos' | 'profile'> {
  const profile = options['chaosProfile']
  if (options['chaosOnly'] !== true && options['chaos'] !== true && typeof profile !== 'string') return {}
  return {
    chaos: options['chaosOnly'] === true ? 'only' : 'also',
    ...(typeof profile === 'string' ? { profile } : {}),
  }
}
