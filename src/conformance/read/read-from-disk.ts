import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { FileText } from '../../contract/index.ts'

const MAX_BYTES = 8_000_000

/** A file that another one names: beside it, or in the working directory. */
export function readFromDisk(name: string, from: string): FileText {
  const places = name === from ? [resolve(name)] : [resolve(dirname(from), name), resolve(name)]
  let reason = 'no such file'
  for (const file of places)
    try {
      const { size } = statSync(file)
      if (size > MAX_BYTES)
        return { ok: false, reason: `it is ${size} bytes large, the limit is ${MAX_BYTES}` }
      return { ok: true, file, text: readFileSync(file, 'utf8') }
    } catch (error) {
      reason = (error as Error).message
    }
  return { ok: false, reason }
}
