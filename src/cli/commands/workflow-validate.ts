import { HoldfastError } from '../../kit/errors.ts'
import { hasErrors } from '../../kit/source/index.ts'
import { defineCommand } from '../command.ts'
import { paintFor } from '../paint.ts'
import { printProblems } from '../problems.ts'
import { readWorkflow } from './workflow-open.ts'

export const workflowValidate = defineCommand({
  name: 'workflow validate',
  summary: 'Check workflow files and all they name, and tell every problem with its place and a fix.',
  args: '[file...]',
  options: [
    { flags: '--json', summary: 'print {valid, problems} as JSON' },
    { flags: '--strict', summary: 'warnings are errors' },
    {
      flags: '--backends <names>',
      summary: 'backends the runtime brings along, with commas (default: default)',
    },
  ],
  usesPlugins: true,
  examples: [
    {
      line: 'holdfast workflow validate triage.toml',
      explains: 'exit 0 when it can be run, 2 with every problem when it cannot',
    },
    {
      line: 'holdfast workflow validate flows/*.toml --strict --json',
      explains: 'for a gate: dead edges and unrouted branches count too',
    },
  ],
  async run(args, options, io) {
    if (args.length === 0)
      throw new HoldfastError('HF_USAGE', 'no workflow file is named', 'holdfast workflow validate <file…>')
    const backends = typeof options['backends'] === 'string' ? options['backends'].split(',') : ['default']
    const results = args.map((file) => ({ file, ...readWorkflow(file, io, backends) }))
    const isWrong = ({ problems }: (typeof results)[number]) =>
      options['strict'] === true ? problems.length > 0 : hasErrors(problems)
    const valid = !results.some(isWrong)
    if (options['json'] === true) {
      io.out(
        `${JSON.stringify({ valid, problems: results.flatMap(({ problems }) => problems) }, undefined, 2)}\n`,
      )
      return valid ? 0 : 2
    }
    const paint = paintFor(io)
    for (const result of results) {
      printProblems(io, result.problems, result.sources)
      const errors = result.problems.filter(({ level }) => level === 'error').length
      const counts = `${errors} errors, ${result.problems.length - errors} warnings`
      io.out(
        `${isWrong(result) ? paint.red('not valid') : paint.green('valid')}  ${result.file}${result.problems.length === 0 ? '' : `  (${counts})`}\n`,
      )
    }
    return valid ? 0 : 2
  },
})
