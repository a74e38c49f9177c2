import type { Finding } from '../model/index.ts'
import type { PinBook } from './pins.ts'

/** Why a tool is held, in the shape of any other finding; nothing when it is approved. */
export function pinFinding(pins: PinBook | undefined, tool: string): Finding | undefined {
  const standing = pins?.standing(tool)
  if (pins === undefined || standing === undefined || standing === 'approved') return undefined
  const says =
    standing === 'changed'
      ? `the description or schema of \`${tool}\` has changed since it was approved, so it is held until a person approves it again`
      : `nothing is known of \`${tool}\` because its description was never listed, so it is held; list the tools first`
  return {
    clauseId: 'pinned-tools',
    operator: 'mcp_pin',
    code: 'tool-changed',
    level: 'hard',
    severity: 'critical',
    verdict: 'deny',
    params: { tool, standing, says },
    location: { file: pins.file, line: 1, column: 1 },
    counted: true,
  }
}
