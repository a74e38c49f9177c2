/** What a change does to the contract as a whole. `both`: stricter somewhere and looser elsewhere, or nobody can tell. */
export type Effect = 'none' | 'stricter' | 'looser' | 'both'

export function combined(effects: Iterable<Effect>): Effect {
  let result: Effect = 'none'
  for (const effect of effects)
    if (result === 'none') result = effect
    else if (effect !== 'none' && effect !== result) result = 'both'
  return result
}

/** `newIsAsStrict` and `oldIsAsStrict` are both claims that may fail to be proved. */
export function effectOf(newIsAsStrict: boolean, oldIsAsStrict: boolean): Effect {
  if (newIsAsStrict) return oldIsAsStrict ? 'none' : 'stricter'
  return oldIsAsStrict ? 'looser' : 'both'
}
