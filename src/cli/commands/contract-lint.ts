import { hasErrors } from '../../kit/source/index.ts'
import { defineCommand } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { lintFile, scenariosOf, type LintResult } from '../lint-file.ts'
import { paintFor } from '../paint.ts'
import { printProblems } from '../problems.ts'

export const contractLint = defineCommand({
  name: 'contract lint',
  summary: 'Find promises that cannot be kept or that say nothing.',
  args: '<file...>',
  options: [
    {
      flags: '-c, --config <file>',
      summary:
        'the test configuration whose scenarios the contract is tried under, to find a `when` that never holds',
    },
    { flags: '--strict', summary: 'exit 1 for warnings as well' },
    { flags: '--json', summary: 'print {clean, problems} as JSON' },
  ],
  usesPlugins: true,
  examples: [
    {
      line: 'holdfast contract lint contract.yaml',
      explains:
        'exit 0 when nothing or only warnings were found, 1 for a contradiction, 2 when it does not load',
    },
    {
      line: 'holdfast contract lint contract.yaml -c holdfast.yaml --strict',
      explains: 'warnings count too, and every `when` must hold in some scenario',
    },
  ],
  async run(files, options, io) {
    const world = typeof options['config'] === 'string' ? scenariosOf(options['config'], io) : {}
    const results = files.map((file) => lintFile(file, world, io))
    const exit = exitOf(results, options['strict'] === true)
    if (options['json'] === true) {
      const problems = results.flatMap((result) => result.problems)
      io.out(`${JSON.stringify({ clean: problems.length === 0, problems }, undefined, 2)}\n`)
    } else for (const result of results) print(result, io)
    return exit
  },
})

function exitOf(results: readonly LintResult[], isStrict: boolean): ExitCode {
  if (results.some(({ loads }) => !loads)) return 2
  const problems = results.flatMap((result) => result.problems)
  return hasErrors(problems) || (isStrict && problems.length > 0) ? 1 : 0
}

function print({ file, loads, problems, sources }: LintResult, io: CliIo): void {
  const paint = paintFor(io)
  printProblems(io, problems, sources)
  const errors = problems.filter(({ level }) => level === 'error').length
  const counts = [counted(errors, 'error'), counted(problems.length - errors, 'warning')].filter(
    (part) => part !== '',
  )
  if (!loads)
    io.out(
      `${paint.red('not valid')}  ${file}  (${counts.join(', ')}); only a contract that loads can be looked into\n`,
    )
  else if (problems.length === 0) io.out(`${paint.green('clean')}  ${file}\n`)
  else
    io.out(`${errors > 0 ? paint.red('broken') : paint.yellow('warned')}  ${file}  (${counts.join(', ')})\n`)
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count > 1 ? 's' : ''}`
}
