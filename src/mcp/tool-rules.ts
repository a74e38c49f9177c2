import type { CompiledContract } from '../contract/index.ts'
import { neverAllowed } from './name-rule.ts'
import type { PinBook } from './pins.ts'
import type { ToolRules } from './tool-list.ts'

/** Coding agents call the tools of a server `mcp__server__tool`; a contract written for them does too. */
export function toolRules(
  contract: CompiledContract,
  serverName: string | undefined,
  pins: PinBook | undefined,
): ToolRules {
  const isNever = neverAllowed(contract)
  return {
    eventName: (tool) => (serverName === undefined ? tool : `mcp__${serverName}__${tool}`),
    isNever,
    pins,
  }
}
