// `import 'holdfast/testing/vitest'` in a test or a set-up file
import { expect } from 'vitest'
import type { ContractSource } from '../sdk/index.ts'
import { holdfastMatchers, type ToHonourOptions } from './matchers.ts'

declare module 'vitest' {
  // oxlint-disable-next-line no-explicit-any -- a declaration must repeat the parameters it extends
  interface Matchers<T = any> {
    /** A list of events is judged at once; an agent must be awaited. */
    toHonour(
      contract: ContractSource,
      options?: ToHonourOptions,
    ): T extends (...args: never[]) => unknown ? Promise<void> : void
  }
}

expect.extend(holdfastMatchers)
