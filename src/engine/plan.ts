import type { Decision, Effect, Mode } from '../model/index.ts'

/** Decision × mode → what the surface does. Shadow lets everything pass; the record keeps what was decided. */
export function plan({ verdict, rewrites, directives }: Decision, mode: Mode): Effect {
  if (mode === 'shadow') return { kind: 'pass' }
  switch (verdict) {
    case 'deny':
      return { kind: 'block' }
    case 'ask':
      return { kind: 'ask' }
    case 'rewrite':
      return {
        kind: 'rewrite',
        rewrites: rewrites ?? [],
        ...(directives === undefined ? {} : { directives }),
      }
    case 'allow':
    case 'warn':
      return directives === undefined ? { kind: 'pass' } : { kind: 'pass', directives }
  }
}
