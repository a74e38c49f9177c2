import type { JsonObject } from '../../model/index.ts'

/** An argument as it may go on: what a contract has hidden in it stays hidden. */
export function textIn(judged: JsonObject, name: string, original: string): string {
  const value = judged[name]
  return typeof value === 'string' ? value : original
}
