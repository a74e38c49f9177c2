import { builtInVocabulary, type ClauseSource } from '../../contract/index.ts'
import { canonicalJson } from '../../kit/canonical-json.ts'
import { SEVERITIES } from '../../model/index.ts'
import type { Steps } from '../places.ts'
import { isAtLeastAsStrict, type Consequences } from '../strictness/strictness.ts'
import { combined, effectOf, type Effect } from './effect.ts'
import { isNamed, type ClausePair } from './match-clauses.ts'

/** One key of a clause or one setting that is not what it was. */
export interface Part {
  readonly name: string
  readonly effect: Effect
  readonly old: unknown
  readonly new: unknown
  /** Where it stands in a clause. */
  readonly at: Steps
}

export interface Comparison {
  readonly effect: Effect
  readonly parts: readonly Part[]
}

/** What became of a clause: key by key, and as a whole, under the consequences of both contracts. */
export function compareClauses(pair: ClausePair, consequences: readonly Consequences[]): Comparison {
  const isAsStrict = (left: ClauseSource, right: ClauseSource): boolean =>
    consequences.every((each) => isAtLeastAsStrict(left, right, each))
  const inWords = (old: ClauseSource, next: ClauseSource): Effect =>
    effectOf(isAsStrict(next, old), isAsStrict(old, next))
  const parts = [...checkPart(pair, inWords), ...optionParts(pair, inWords), ...commonParts(pair, inWords)]
  const beside = parts.filter(({ name }) => BESIDE.has(name)).map(({ effect }) => effect)
  return { effect: combined([inWords(pair.old, pair.new), ...beside]), parts }
}

/** Keys that change what a breach leads to, or what is asked, and not what is a breach. */
const BESIDE: ReadonlySet<string> = new Set(['severity', 'recovery', 'probes'])

type InWords = (old: ClauseSource, next: ClauseSource) => Effect

function isConstraint({ section }: ClauseSource): boolean {
  return section !== 'invariants.process' && section !== 'invariants.output'
}

/** A clause as its author wrote it, without what all clauses may have. */
export function writtenForm(clause: ClauseSource): { readonly name: string; readonly value: unknown } {
  const { operator, field, options } = clause
  return isConstraint(clause)
    ? { name: 'check', value: { field, [operator]: options } }
    : { name: operator, value: options }
}

function checkPart({ old, new: next }: ClausePair, inWords: InWords): readonly Part[] {
  if (!isConstraint(old)) return []
  const [before, after] = [writtenForm(old).value, writtenForm(next).value]
  if (canonicalJson(before) === canonicalJson(after)) return []
  const { field, operator, options } = next
  const onlyCheck: ClauseSource = { ...old, operator, options, ...(field === undefined ? {} : { field }) }
  return [{ name: 'check', effect: inWords(old, onlyCheck), old: before, new: after, at: ['check'] }]
}

function optionParts({ old, new: next }: ClausePair, inWords: InWords): readonly Part[] {
  if (isConstraint(old)) return []
  const [before, after] = [old.options, next.options] as readonly Readonly<Record<string, unknown>>[]
  return [...new Set([...Object.keys(before!), ...Object.keys(after!)])]
    .filter((key) => canonicalJson(before![key]) !== canonicalJson(after![key]))
    .map((name) => {
      const options = { ...before, [name]: after![name] }
      const onlyThis = { ...old, options, level: levelOf(old, options) }
      return { name, effect: inWords(old, onlyThis), old: before![name], new: after![name], at: [name] }
    })
}

/** Some operators are hard or soft by their action. */
function levelOf(
  { section, operator, level }: ClauseSource,
  options: Readonly<Record<string, unknown>>,
): ClauseSource['level'] {
  const definition =
    section === 'invariants.process' ? builtInVocabulary().operators.get(operator) : undefined
  if (definition === undefined) return level
  return typeof definition.level === 'function' ? definition.level(options) : definition.level
}

function commonParts({ old, new: next }: ClausePair, inWords: InWords): readonly Part[] {
  const part = (name: string, effect: Effect, ...values: readonly [unknown, unknown]): Part => ({
    name,
    effect,
    old: values[0],
    new: values[1],
    at: [name],
  })
  const all = [
    ...(isNamed(old) || isNamed(next) ? [part('id', 'none', old.id, next.id)] : []),
    part('section', inWords(old, { ...old, level: next.level }), old.section, next.section),
    part('when', inWords(old, { ...old, when: next.when }), old.when, next.when),
    part('negate', 'both', old.negate === true, next.negate === true),
    part('severity', severityEffect(old, next), old.severity, next.severity),
    part('recovery', presenceEffect(old.recovery, next.recovery), old.recovery, next.recovery),
    part('probes', 'both', old.probes, next.probes),
  ]
  return all.filter(
    (each) =>
      canonicalJson(each.old) !== canonicalJson(each.new) &&
      !(each.name === 'severity' && followsLevel(old) && followsLevel(next)),
  )
}

/** A severity nobody wrote comes and goes with the level. */
function followsLevel({ section, level, severity }: ClauseSource): boolean {
  return section !== 'invariants.output' && severity === (level === 'hard' ? 'high' : 'medium')
}

function severityEffect(old: ClauseSource, next: ClauseSource): Effect {
  return SEVERITIES.indexOf(next.severity) < SEVERITIES.indexOf(old.severity) ? 'stricter' : 'looser'
}

function presenceEffect(old: unknown, next: unknown): Effect {
  if (old === undefined) return 'stricter'
  return next === undefined ? 'looser' : 'both'
}
