import type { JsonObject } from '../model/index.ts'
import { jsonText, nestsDeeperThan, objectOf, parseJson, type Loose } from './loose-json.ts'

export interface CallArgs {
  readonly args: JsonObject
  /** What the model wrote when it is not a JSON object; `args` is empty then, so a caller must look here first. */
  readonly malformedArgs?: string
}

/** Deeper than any tool needs, and shallow enough for whoever walks the arguments after us. */
const MAX_DEPTH = 200

/** Arguments as the providers send them: an object, or its JSON as text, where no text means no arguments. */
export function readArgs(written: Loose): CallArgs {
  if (written === undefined || written === null) return { args: {} }
  if (typeof written === 'string' && written.trim() === '') return { args: {} }
  const args = objectOf(typeof written === 'string' ? parseJson(written) : written)
  if (args !== undefined && !nestsDeeperThan(args, MAX_DEPTH)) return { args }
  return { args: {}, malformedArgs: typeof written === 'string' ? written : jsonText(written) }
}
