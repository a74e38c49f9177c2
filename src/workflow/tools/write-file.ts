import type { JsonObject } from '../../model/index.ts'
import type { NodeCall } from '../node-call.ts'
import { textIn } from './judged.ts'
import { NodeError, reasonOf, toolError } from '../node-error.ts'

/** `content` throws when there is none; it is asked for after the policy. */
export function writeFile(call: NodeCall, path: string, content: () => string): Promise<JsonObject> {
  return call.guarded('write_file', { path, content: textOrEmpty(content) }, async (args) => {
    const real = await call.gate.file('write', 'write_file', textIn(args, 'path', path))
    const original = content()
    const text = textIn(args, 'content', original)
    const bytes = Buffer.byteLength(text)
    if (call.dryRun) return { path, bytes, dry_run: true }
    // which of several children is refused must not depend on which of them is faster
    if (call.meter.limitsWrites) await call.inTurn()
    call.meter.reserveWrite(bytes)
    try {
      await call.world.files.write(real, text, call.signal())
    } catch (error) {
      throw error instanceof NodeError
        ? error
        : toolError('write_file', `write ${path}: ${reasonOf(error)}`, { cause: error })
    }
    return { path, bytes, written: true }
  })
}

function textOrEmpty(content: () => string): string {
  try {
    return content()
  } catch {
    return ''
  }
}
