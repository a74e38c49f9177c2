import { HoldfastError } from '../../kit/errors.ts'
import { RUN_FORMAT, type RunResult } from '../run-result.ts'

/** A run's result from its text; what another version wrote is refused and never guessed at. */
export function readRun(text: string, file: string): RunResult {
  const value = parsed(text, file)
  const format =
    typeof value === 'object' && value !== null ? (value as { format?: unknown }).format : undefined
  if (format === RUN_FORMAT) return value as RunResult
  throw new HoldfastError(
    'HF_FILE',
    typeof format === 'string'
      ? `\`${file}\` is of the format \`${format}\`, and this version reads \`${RUN_FORMAT}\``
      : `\`${file}\` is not the result of a run`,
    'make a new one with `holdfast contract run -c holdfast.yaml --json --output run.json`',
  )
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new HoldfastError('HF_FILE', `\`${file}\` is not JSON: ${(error as Error).message}`)
  }
}
