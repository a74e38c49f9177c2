import { HoldfastError } from '../../kit/errors.ts'
import { didYouMean } from '../../kit/nearest-name.ts'
import { defineCommand } from '../command.ts'
import { SCHEMAS } from '../schemas.ts'

export const schema = defineCommand({
  name: 'schema',
  summary: 'Print the JSON Schema of a kind of file.',
  args: '[kind]',
  options: [],
  examples: [
    { line: 'holdfast schema', explains: 'the kinds of file' },
    {
      line: 'holdfast schema contract > contract.schema.json',
      explains: 'then put `# yaml-language-server: $schema=contract.schema.json` at the top of the contract',
    },
  ],
  async run([kind], _options, io) {
    if (kind === undefined) {
      for (const [name, { summary }] of Object.entries(SCHEMAS)) io.out(`${name.padEnd(10)}  ${summary}\n`)
      return 0
    }
    if (!Object.hasOwn(SCHEMAS, kind))
      throw new HoldfastError(
        'HF_USAGE',
        `there is no schema \`${kind}\``,
        didYouMean(kind, Object.keys(SCHEMAS)),
      )
    io.out(`${JSON.stringify(SCHEMAS[kind]!.build(), undefined, 2)}\n`)
    return 0
  },
})
