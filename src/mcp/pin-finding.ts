import type { Finding } from '../model/index.ts'
import type { PinBook } from './pins.ts'

/** Pins are no clause of a contract, so they speak in findings under a name of their own. */
export const PIN_OPERATOR = 'mcp_pin'

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
    operator: PIN_OPERATOR,
    code: 'tool-changed',
    level: 'hard',
    severity: 'critical',
    verdict: 'deny',
    params: { tool, standing, says },
    location: { file: pins.file, line: 1, column: 1 },
    counted: true,
  }
}
