import type { Contract } from '../../contract/index.ts'
import { canonicalJson } from '../../kit/canonical-json.ts'
import type { Part } from './compare-clauses.ts'
import type { Effect } from './effect.ts'

interface Setting {
  /** As it is written in the file. */
  readonly path: string
  readonly read: (contract: Contract) => unknown
  /** Which way is stricter; where there is none, any change may be either. */
  readonly stricter?: 'higher' | 'lower' | 'raise'
  /** Says better what a change does. */
  readonly effect?: (old: Contract, next: Contract) => Effect
}

const SETTINGS: readonly Setting[] = [
  { path: 'recovery.on_hard_violation', read: ({ recovery }) => recovery.onHardViolation, stricter: 'raise' },
  { path: 'recovery.on_soft_violation', read: ({ recovery }) => recovery.onSoftViolation, stricter: 'raise' },
  { path: 'recovery.strategies', read: ({ recovery }) => recovery.strategies, effect: strategiesEffect },
  { path: 'satisfaction.p', read: ({ satisfaction }) => satisfaction.p, stricter: 'higher' },
  { path: 'satisfaction.delta', read: ({ satisfaction }) => satisfaction.delta, stricter: 'lower' },
  { path: 'satisfaction.k', read: ({ satisfaction }) => satisfaction.k, stricter: 'lower' },
  { path: 'drift.window', read: ({ drift }) => drift.window },
  { path: 'drift.weights', read: ({ drift }) => drift.weights },
  { path: 'drift.thresholds.warning', read: ({ drift }) => drift.thresholds.warning, stricter: 'lower' },
  { path: 'drift.thresholds.critical', read: ({ drift }) => drift.thresholds.critical, stricter: 'lower' },
  { path: 'reliability.weights', read: ({ reliability }) => reliability.weights },
  {
    path: 'reliability.deployment_threshold',
    read: ({ reliability }) => reliability.deploymentThreshold,
    stricter: 'higher',
  },
]

/** The settings that are not what they were; those of a file that says nothing are the defaults. */
export function compareSettings(old: Contract, next: Contract): readonly Part[] {
  return SETTINGS.flatMap(({ path, read, stricter, effect: effectOf }) => {
    const [before, after] = [read(old), read(next)]
    if (canonicalJson(before) === canonicalJson(after)) return []
    return [
      {
        name: path,
        effect: effectOf?.(old, next) ?? effectOn(before, after, stricter),
        old: before,
        new: after,
        at: path.split('.'),
      },
    ]
  })
}

function effectOn(before: unknown, after: unknown, stricter: Setting['stricter']): Effect {
  if (stricter === undefined) return 'both'
  if (stricter === 'raise') return after === 'raise' ? 'stricter' : 'looser'
  return Number(after) > Number(before) === (stricter === 'higher') ? 'stricter' : 'looser'
}

/** A strategy acts only through clauses, whose own change tells who came to it or left it. */
function strategiesEffect(old: Contract, next: Contract): Effect {
  const before = new Map(old.recovery.strategies.map((strategy) => [strategy.name, canonicalJson(strategy)]))
  const isOther = next.recovery.strategies.some((strategy) => {
    const known = before.get(strategy.name)
    return known !== undefined && known !== canonicalJson(strategy)
  })
  return isOther ? 'both' : 'none'
}
