import type { JsonObject } from '../../model/index.ts'
import type { NodeCall } from '../node-call.ts'
import { textIn } from './judged.ts'
import { NodeError, reasonOf, toolError } from '../node-error.ts'

const MAX_FILE_BYTES = 16 * 1_048_576

export function readFile(call: NodeCall, path: string): Promise<JsonObject> {
  return call.guarded('read_file', { path }, async (judged) => {
    const real = await call.gate.file('read', 'read_file', textIn(judged, 'path', path))
    if (call.dryRun) return { path, dry_run: true }
    try {
      const { text, bytes } = await call.world.files.read(real, MAX_FILE_BYTES, call.signal())
      return { path, content: text, bytes }
    } catch (error) {
      throw error instanceof NodeError
        ? error
        : toolError('read_file', `read ${path}: ${reasonOf(error)}`, { cause: error })
    }
  })
}
