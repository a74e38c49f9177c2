import { HoldfastError } from '../../kit/errors.ts'
import { hasErrors, type Problem } from '../../kit/source/index.ts'
import { defineCommand } from '../command.ts'
import type { CliIo } from '../io.ts'
import { isConfigurationFile, readConfig } from '../open-config.ts'
import { readContract } from '../open-contract.ts'
import { paintFor } from '../paint.ts'
import { printProblems } from '../problems.ts'

export const contractValidate = defineCommand({
  name: 'contract validate',
  summary: 'Check contract files and tell every problem with its place and a fix.',
  args: '[file...]',
  options: [
    { flags: '-c, --config <file>', summary: 'a test configuration that holds or names a contract' },
    { flags: '--json', summary: 'print {valid, problems} as JSON' },
    { flags: '--lenient', summary: 'unknown keys and operators are warnings' },
  ],
  usesPlugins: true,
  examples: [
    {
      line: 'holdfast contract validate contract.yaml',
      explains: 'exit 0 when it is valid, 2 with every problem when it is not',
    },
    { line: 'holdfast contract validate contracts/*.yaml --json', explains: 'the same for scripts' },
  ],
  async run(args, options, io) {
    const files = typeof options['config'] === 'string' ? [...args, options['config']] : args
    if (files.length === 0)
      throw new HoldfastError('HF_USAGE', 'no contract file is named', 'holdfast contract validate <file…>')
    const results = files.map((file) => ({ file, ...resultOf(file, io, options['lenient'] === true) }))
    const problems = results.flatMap((result) => result.problems)
    const valid = !hasErrors(problems)
    if (options['json'] === true) {
      io.out(`${JSON.stringify({ valid, problems }, undefined, 2)}\n`)
      return valid ? 0 : 2
    }
    const paint = paintFor(io)
    for (const { file, problems: own, sources } of results) {
      printProblems(io, own, sources)
      const errors = own.filter(({ level }) => level === 'error').length
      const warnings = own.length - errors
      const counts = [
        errors > 0 ? `${errors} error${errors > 1 ? 's' : ''}` : undefined,
        warnings > 0 ? `${warnings} warning${warnings > 1 ? 's' : ''}` : undefined,
      ].filter((part) => part !== undefined)
      io.out(
        `${errors === 0 ? paint.green('valid') : paint.red('not valid')}  ${file}${counts.length === 0 ? '' : `  (${counts.join(', ')})`}\n`,
      )
    }
    return valid ? 0 : 2
  },
})

/** With several files an unreadable one is a problem among others and not the end. */
function resultOf(
  file: string,
  io: CliIo,
  lenient: boolean,
): Pick<ReturnType<typeof readContract>, 'problems' | 'sources'> {
  try {
    // a test configuration is checked whole: its agent, scenarios and weights as well as its contract
    return isConfigurationFile(file, io)
      ? readConfig(file, io, { lenient })
      : readContract(file, io, { lenient })
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error
    const problem: Problem = {
      level: 'error',
      code: 'unreadable-file',
      path: '',
      file,
      line: 1,
      column: 1,
      message: error.message,
    }
    return { problems: [problem], sources: [] }
  }
}
