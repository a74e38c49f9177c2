import type { JsonValue } from '../model/index.ts'
import { counted } from './counted.ts'
import { HEAD_ROOM } from './extreme.ts'
import type { MinedClause, MinedConstraint, MinedOperator } from './miner.ts'
import { strengthOf } from './rule-of-three.ts'

export interface ContractDraft {
  readonly name: string
  readonly sessions: number
  readonly events: number
  /** Decisions of these sessions that were not `allow`. */
  readonly objections: number
  readonly clauses: readonly MinedClause[]
  readonly leftOut: readonly string[]
}

/** The contract as a file, with its evidence in it; the same draft gives the same bytes. */
export function contractText(draft: ContractDraft): string {
  const { name, sessions, clauses, leftOut } = draft
  const constraints = clauses.filter((clause): clause is MinedConstraint => 'field' in clause)
  const operators = clauses.filter((clause): clause is MinedOperator => 'operator' in clause)
  return [
    ...headOf(draft).map(comment),
    'dsl_version: "0.4"',
    'contractspec: "1.0"',
    'kind: agent',
    `name: ${quoted(name)}`,
    `description: ${quoted(`Mined from ${counted(sessions, 'recorded session')}; each clause says from what.`)}`,
    'version: "0.1"',
    '',
    'invariants:',
    ...(constraints.length === 0 ? [] : ['  soft:', ...constraints.flatMap(constraintLines)]),
    ...(operators.length === 0 ? [] : ['  process:', ...operators.flatMap(operatorLines)]),
    '',
    'recovery:',
    '  on_hard_violation: raise',
    '  on_soft_violation: log_and_continue',
    ...(leftOut.length === 0 ? [] : ['', '# Not mined:', ...leftOut.map((why) => comment(`  ${why}`))]),
    '',
  ].join('\n')
}

function headOf({ sessions, events, objections }: ContractDraft): readonly string[] {
  return [
    `Mined by \`holdfast contract infer\` from ${counted(sessions, 'recorded session')} with ${counted(events, 'event')}: what the agent did, not what it should do.`,
    ...strengthOf(sessions),
    `Limits have head room: ${HEAD_ROOM} times the largest value seen, rounded up to two digits.`,
    ...(objections === 0
      ? []
      : [
          `The contract in force then objected ${counted(objections, 'time')}; what it refused is no evidence, and its promises are not in here: extend it.`,
        ]),
    'Judged again by this contract, nothing in these sessions that passed is decided more strictly than it was.',
  ]
}

function constraintLines({ id, evidence, field, predicate, value }: MinedConstraint): readonly string[] {
  return [
    `    - name: ${id}`,
    `      description: ${quoted(evidence)}`,
    `      check: {field: ${field}, ${predicate}: ${flow(value)}}`,
  ]
}

function operatorLines({ id, evidence, operator, options }: MinedOperator): readonly string[] {
  return [
    `    - ${operator}:`,
    `        id: ${id}`,
    `        description: ${quoted(evidence)}`,
    ...Object.entries(options).map(([key, value]) => `        ${key}: ${flow(value)}`),
  ]
}

/** JSON, which YAML reads as it is; spaced as people write it. */
function flow(value: JsonValue): string {
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(flow).join(', ')}]`
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value)
}

/** Names of tools and sessions come from agents: nothing in them may end the string, the line or the file. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffd-\uffff]/gu,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function comment(text: string): string {
  // a quoted string without its quotes is one line, whatever an agent called its tools
  return `# ${quoted(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\')}`
}
