import type { JsonObject } from '../model/index.ts'
import { objectOf, parseJson, type Loose } from './loose-json.ts'

export interface CallArgs {
  readonly args: JsonObject
  /** What the model wrote when it is not a JSON object; `args` is empty then, so a caller must look here first. */
  readonly malformedArgs?: string
}

/** Arguments as the providers send them: an object, or its JSON as text, where no text means no arguments. */
export function readArgs(written: Loose): CallArgs {
  if (written === undefined || written === null) return { args: {} }
  if (typeof written !== 'string') return objectArgs(written, () => JSON.stringify(written))
  return written.trim() === '' ? { args: {} } : objectArgs(parseJson(written), () => written)
}

function objectArgs(value: Loose, show: () => string): CallArgs {
  const args = objectOf(value)
  return args === undefined ? { args: {}, malformedArgs: show() } : { args }
}
