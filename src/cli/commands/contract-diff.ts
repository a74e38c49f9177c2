import { diffContracts, type Change, type ContractDiff, type Side } from '../../contract-tools/index.ts'
import { hasErrors } from '../../kit/source/index.ts'
import type { Location } from '../../model/index.ts'
import { defineCommand } from '../command.ts'
import { differenceInWords } from '../difference-in-words.ts'
import type { CliIo } from '../io.ts'
import { readContract } from '../open-contract.ts'
import { paintFor } from '../paint.ts'
import { printProblems } from '../problems.ts'

export const contractDiff = defineCommand({
  name: 'contract diff',
  summary: 'Say where a new contract is stricter or looser.',
  args: '<old> <new>',
  options: [{ flags: '--json', summary: 'print {verdict, changes} as JSON' }],
  usesPlugins: true,
  examples: [
    {
      line: 'holdfast contract diff contract.yaml new.yaml',
      explains:
        'exit 0 when it is the same or stricter, 1 when anything is or may be looser, 2 when one does not load',
    },
    {
      line: 'git show main:contract.yaml | holdfast contract diff - contract.yaml',
      explains: 'against the version on another branch',
    },
  ],
  async run([old, next], options, io) {
    const sides = [sideOf(old!, io), sideOf(next!, io)] as const
    if (sides[0] === undefined || sides[1] === undefined) return 2
    const diff = diffContracts(sides[0], sides[1])
    if (options['json'] === true) io.out(`${JSON.stringify(diff, undefined, 2)}\n`)
    else print(diff, old!, next!, io)
    return diff.verdict === 'same' || diff.verdict === 'stricter' ? 0 : 1
  },
})

/** Warnings are for `lint` and `validate`; only what keeps a contract from loading stands in the way here. */
function sideOf(file: string, io: CliIo): Side | undefined {
  const { contract, problems, sources } = readContract(file, io)
  if (hasErrors(problems)) printProblems(io, problems, sources)
  return contract && { contract, sources }
}

const COLOUR = { none: 'dim', stricter: 'green', looser: 'red', both: 'yellow' } as const
const INDENT = ' '.repeat(10)

function print({ verdict, changes }: ContractDiff, old: string, next: string, io: CliIo): void {
  const paint = paintFor(io)
  for (const change of changes) {
    const { direction, effect, parts } = change
    io.out(
      `${paint[COLOUR[effect]](direction.padEnd(9))} ${paint.bold(change.name)}${aboutOf(change)}${noteOn(change)}\n`,
    )
    for (const part of parts)
      io.out(`${INDENT}${differenceInWords(part)}${effectNote(change, part.effect)}\n`)
    io.out(`${INDENT}${paint.dim(placesOf(change))}\n`)
  }
  if (changes.length > 0) io.out('\n')
  const colour = verdict === 'same' ? 'none' : verdict
  io.out(`${paint[COLOUR[colour]](inWords(verdict, changes))}  ${old} → ${next}${countsOf(changes)}\n`)
}

/** What may be looser is called that only where nothing is. */
function inWords(verdict: ContractDiff['verdict'], changes: readonly Change[]): string {
  const has = (wanted: Change['effect']): boolean => changes.some(({ effect }) => effect === wanted)
  if (verdict !== 'both') return verdict
  if (!has('looser')) return 'may be looser'
  return has('stricter') ? 'stricter and looser' : 'looser'
}

function aboutOf({ name, operator, field }: Change): string {
  const about = field ?? operator
  return about === undefined || about === name ? '' : ` (${about})`
}

function noteOn({ direction, effect, coveredBy }: Change): string {
  if (coveredBy !== undefined)
    return direction === 'removed'
      ? `, which \`${coveredBy}\` makes up for`
      : `, which \`${coveredBy}\` already did`
  return direction === 'changed' && effect === 'none' ? ', without effect on what is decided' : ''
}

/** Said of a part only where the clause as a whole is something else. */
function effectNote({ effect, direction }: Change, part: Change['effect']): string {
  if (direction === 'added' || direction === 'removed' || part === 'none') return ''
  if (part === 'both') return '  (may be looser)'
  return part === effect ? '' : `  (${part})`
}

function placesOf({ old, new: next }: Change): string {
  const places = [old, next].flatMap((place) => (place === undefined ? [] : [shownPlace(place)]))
  return places.length === 0 ? 'by default' : places.join(' → ')
}

function shownPlace({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`
}

const COUNTED = { looser: 'looser', both: 'may be looser', stricter: 'stricter' } as const

function countsOf(changes: readonly Change[]): string {
  const counts = Object.entries(COUNTED).flatMap(([effect, words]) => {
    const count = changes.filter((change) => change.effect === effect).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  return counts.length === 0 ? '' : `  (${counts.join(', ')})`
}
