import { HoldfastError } from '../../kit/errors.ts'
import type { Snapshot } from '../record-store.ts'
import { readIfThere, replaceFile } from './session-file.ts'

const SNAPSHOT_FORMAT = 'holdfast.snapshot/1'

export async function readSnapshot(file: string): Promise<Snapshot | undefined> {
  const text = await readIfThere(file)
  if (text === undefined) return undefined
  try {
    const { format, seq, state } = JSON.parse(text) as Snapshot & { readonly format: unknown }
    if (format === SNAPSHOT_FORMAT) return { seq, state }
  } catch {
    // told below, with the file's name
  }
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `\`${file}\` is not a \`${SNAPSHOT_FORMAT}\``,
    'delete it: the state is rebuilt from the records',
  )
}

export async function writeSnapshot(file: string, { seq, state }: Snapshot): Promise<void> {
  await replaceFile(file, `${JSON.stringify({ format: SNAPSHOT_FORMAT, seq, state })}\n`)
}
