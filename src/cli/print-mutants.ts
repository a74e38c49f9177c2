import {
  MUTANT_KINDS,
  type ClauseTrials,
  type Mutant,
  type MutantKind,
  type MutantTrial,
  type Survival,
} from '../contract-mutants/index.ts'
import type { Contract } from '../contract/index.ts'
import { groupBy } from '../kit/group-by.ts'
import { counted } from './counted.ts'
import type { CliIo } from './io.ts'
import { paintFor, shown } from './paint.ts'

/** What the mutants were tried on. */
export type TriedOn = { readonly sessions: number; readonly judged: number } | { readonly cells: number }

export function mutationJson(clauses: readonly ClauseTrials[]): Record<string, unknown> {
  const all = clauses.flatMap(({ trials }) => trials)
  return {
    mutants: all.length,
    killed: all.filter(({ killed }) => killed).length,
    survived: all.filter(({ killed }) => !killed).length,
    clauses: clauses.map(({ clause, trials }) => ({
      clause: clause.id,
      file: clause.location.file,
      line: clause.location.line,
      mutants: trials.map(({ mutant, killed, by, survival }) => ({
        kind: mutant.kind,
        ...(mutant.kind === 'loosen' ? { change: mutant.change } : {}),
        killed,
        ...(by === undefined ? {} : { by }),
        ...(survival === undefined ? {} : { survival }),
      })),
    })),
  }
}

export function printMutation(
  contract: Contract,
  clauses: readonly ClauseTrials[],
  tried: TriedOn,
  io: CliIo,
): void {
  const paint = paintFor(io)
  printTable(clauses, io)
  printSurvivors(clauses, io)
  const all = clauses.flatMap(({ trials }) => trials)
  const survived = all.filter(({ killed }) => !killed).length
  const where =
    'cells' in tried
      ? `${counted(tried.cells, 'cell')} of the lab`
      : `${counted(tried.judged, 'event')} of ${counted(tried.sessions, 'session')}`
  io.out(
    `\n${paint.bold(contract.name)}  ${counted(all.length, 'mutant')} of ${counted(clauses.length, 'clause')} tried on ${where}: ${all.length - survived} killed, ${survived === 0 ? paint.green('none survived') : paint.red(`${survived} survived`)}\n`,
  )
}

function printTable(clauses: readonly ClauseTrials[], io: CliIo): void {
  const paint = paintFor(io)
  const nameWidth = Math.max('clause'.length, ...clauses.map(({ clause }) => clause.id.length))
  const places = clauses.map(({ clause: { location } }) => `${location.file}:${location.line}`)
  io.out(
    paint.dim(
      `${'clause'.padEnd(nameWidth)}  ${MUTANT_KINDS.map((kind) => kind.padEnd(WIDTH))
        .join('  ')
        .trimEnd()}\n`,
    ),
  )
  clauses.forEach(({ clause, trials }, index) => {
    const cells = MUTANT_KINDS.map((kind) => cell(kind, trials, io))
    io.out(`${paint.bold(clause.id.padEnd(nameWidth))}  ${cells.join('  ')}  ${paint.dim(places[index])}\n`)
  })
}

const WIDTH = '10/10 killed'.length

function cell(kind: MutantKind, trials: readonly MutantTrial[], io: CliIo): string {
  const paint = paintFor(io)
  const own = trials.filter(({ mutant }) => mutant.kind === kind)
  const killed = own.filter((trial) => trial.killed).length
  if (own.length === 0) return paint.dim('–'.padEnd(WIDTH))
  const text = own.length === 1 ? (killed === 1 ? 'killed' : 'survived') : `${killed}/${own.length} killed`
  return (killed === own.length ? paint.green : paint.red)(text.padEnd(WIDTH))
}

const REASONS: Readonly<Record<Survival, string>> = {
  unheard: 'nothing here ever asks the clause',
  silent: 'the clause never objects here',
  echoed: 'other clauses lead to the same whenever it objects',
  'as-before': 'whatever the clause objects to here, it still does',
}

function printSurvivors(clauses: readonly ClauseTrials[], io: CliIo): void {
  const paint = paintFor(io)
  const survivors = clauses.flatMap(({ trials }) => trials.filter(({ killed }) => !killed))
  if (survivors.length > 0) io.out('\nsurvivors\n')
  const groups = groupBy(survivors, ({ mutant, survival }) => `${mutant.clause.id}\n${survival}`)
  for (const group of groups.values()) {
    const [{ mutant, survival }] = group as readonly [MutantTrial]
    io.out(`  ${paint.bold(mutant.clause.id)}: ${REASONS[survival!]}\n`)
    for (const { mutant: each } of group) io.out(paint.dim(`    ${shown(changeOf(each), 120)}\n`))
  }
  if (survivors.some(({ survival }) => survival === 'silent'))
    io.out(
      paint.dim(
        '\na clause that never objects is always kept, or dead: only a case that breaks it can tell\n',
      ),
    )
}

function changeOf(mutant: Mutant): string {
  return mutant.kind === 'loosen' ? mutant.change : `${mutant.kind}d`
}
