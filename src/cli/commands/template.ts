import { HoldfastError } from '../../kit/errors.ts'
import { didYouMean } from '../../kit/nearest-name.ts'
import { loadContract, TEMPLATES } from '../../contract/index.ts'
import { defineCommand } from '../command.ts'

export const template = defineCommand({
  name: 'template',
  summary: 'List the contract templates, or print one.',
  args: '[name]',
  options: [],
  examples: [
    {
      line: 'holdfast template safety-minimal > contract.yaml',
      explains: 'a contract to start from; `extends: safety-minimal` builds on it instead',
    },
  ],
  async run([name], _options, io) {
    if (name === undefined) {
      for (const [each, text] of Object.entries(TEMPLATES))
        io.out(`${each.padEnd(16)}  ${loadContract(each, text).contract?.description ?? ''}\n`)
      return 0
    }
    if (!Object.hasOwn(TEMPLATES, name))
      throw new HoldfastError(
        'HF_USAGE',
        `there is no template \`${name}\``,
        didYouMean(name, Object.keys(TEMPLATES)),
      )
    io.out(TEMPLATES[name]!)
    return 0
  },
})
