import { FULL_GOVERNANCE } from './full-governance.ts'
import { PARTNER_MODE } from './partner-mode.ts'
import { SAFETY_MINIMAL } from './safety-minimal.ts'

/** Contracts to start from or to extend, by name. */
export const TEMPLATES: Readonly<Record<string, string>> = {
  'safety-minimal': SAFETY_MINIMAL,
  'partner-mode': PARTNER_MODE,
  'full-governance': FULL_GOVERNANCE,
}
