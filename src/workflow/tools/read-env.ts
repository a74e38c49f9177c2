import type { JsonObject } from '../../model/index.ts'
import type { NodeCall } from '../node-call.ts'

export function readEnv(call: NodeCall, key: string): Promise<JsonObject> {
  return call.guarded('read_env', { key }, async () => {
    await call.gate.env(key)
    return lookUp(call, key)
  })
}

function lookUp(call: NodeCall, key: string): JsonObject {
  const value = Object.hasOwn(call.world.env, key) ? call.world.env[key] : undefined
  return value === undefined ? { key, value: null, missing: true } : { key, value }
}
