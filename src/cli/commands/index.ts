// Written by `npm run gen`; do not edit.
import type { Command } from '../command.ts'

/** Loaded only when asked for, so that one command does not pay for the others. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('./check.ts')).check,
  'contract explain': async () => (await import('./contract-explain.ts')).contractExplain,
  'contract validate': async () => (await import('./contract-validate.ts')).contractValidate,
  demo: async () => (await import('./demo.ts')).demo,
  mock: async () => (await import('./mock.ts')).mock,
  'proxy start': async () => (await import('./proxy-start.ts')).proxyStart,
  schema: async () => (await import('./schema.ts')).schema,
  template: async () => (await import('./template.ts')).template,
}
