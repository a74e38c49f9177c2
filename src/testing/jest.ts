// `import 'holdfast/testing/jest'` in a test or a set-up file
import { expect } from '@jest/globals'
import type { ContractSource } from '../sdk/index.ts'
import { holdfastMatchers, type ToHonourOptions } from './matchers.ts'

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    /** A list of events is judged at once; an agent must be awaited. */
    toHonour(
      contract: ContractSource,
      options?: ToHonourOptions,
    ): T extends (...args: never[]) => unknown ? Promise<void> : R
  }
}

expect.extend(holdfastMatchers)
