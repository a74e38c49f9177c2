import { codeFrame, type Problem, type SourceText } from '../kit/source/index.ts'
import type { CliIo } from './io.ts'
import { paintFor } from './paint.ts'

/** Every problem with its place, a code frame and the way out. */
export function printProblems(io: CliIo, problems: readonly Problem[], sources: readonly SourceText[]): void {
  const paint = paintFor(io)
  for (const { level, code, file, line, column, message, hint } of problems) {
    const source = sources.find((candidate) => candidate.file === file)
    const label = level === 'error' ? paint.red('error') : paint.yellow('warning')
    io.err(`${paint.bold(`${file}:${line}:${column}`)}  ${label} ${paint.dim(`[${code}]`)} ${message}\n`)
    if (source !== undefined && source.text !== '' && code !== 'not-text' && code !== 'too-large')
      io.err(`${codeFrame(source, line, column)}\n`)
    if (hint !== undefined) io.err(`  ${paint.cyan('hint:')} ${hint}\n`)
    io.err('\n')
  }
}
