import type { JsonObject } from '../../model/index.ts'
import { textIn } from './judged.ts'
import type { NodeCall } from '../node-call.ts'

export function readEnv(call: NodeCall, key: string): Promise<JsonObject> {
  return call.guarded('read_env', { key }, async (judged) => {
    const name = textIn(judged, 'key', key)
    await call.gate.env(name)
    return lookUp(call, name)
  })
}

function lookUp(call: NodeCall, key: string): JsonObject {
  const value = Object.hasOwn(call.world.env, key) ? call.world.env[key] : undefined
  return value === undefined ? { key, value: null, missing: true } : { key, value }
}
