// The reference pages, written from the definitions themselves so that they cannot drift from the code.
import type { Command } from '../src/cli/command.ts'
import type { EXTRACTORS } from '../src/contract/index.ts'
import type { Fields } from '../src/kit/shape/index.ts'
import type { MutationDefinition } from '../src/mutations/index.ts'
import type { AnyNode } from '../src/workflow/index.ts'

const NOTE = '<!-- Written by `npm run gen` from the code; do not edit. -->'

interface Defined {
  readonly name: string
  readonly summary: string
  readonly fields: Fields
  readonly wording: Readonly<Record<string, unknown>>
}

export function operatorsPage(
  operators: readonly (Defined & { level: unknown; listensTo: unknown })[],
): string {
  const sections = operators.map((operator) => {
    const level = typeof operator.level === 'string' ? operator.level : 'hard or soft, by its action'
    const listens = Array.isArray(operator.listensTo)
      ? operator.listensTo.map((kind) => `\`${String(kind)}\``).join(', ')
      : 'what its `scan` names'
    return `## ${operator.name}\n\n${operator.summary} Level: ${level}. Listens to ${listens}.\n\n${fieldTable(operator.fields)}\n\nFinding codes: ${codes(operator.wording)}.\n`
  })
  return page(
    'Operators',
    'Entries of `invariants.process` (DSL 0.4). Every one may also carry `id`, `description`, `severity` (`critical`, `high`, `medium`, `low`) and `when`.',
    sections,
  )
}

export function checksPage(checks: readonly Defined[]): string {
  const sections = checks.map(
    (check) =>
      `## ${check.name}\n\n${check.summary}\n\n${fieldTable(check.fields)}\n\nFinding codes: ${codes(check.wording)}.\n`,
  )
  return page(
    'Output checks',
    'Entries of `invariants.output`, and of `contract.invariants` in a test configuration. Every one has `id` and `type`, and may carry `severity`, `when`, `negate`, `description` and `probes`.',
    sections,
  )
}

export function mutationsPage(mutations: readonly MutationDefinition[]): string {
  const needs = { text: 'any agent', turns: 'takes earlier turns', http: 'reached by HTTP' } as const
  const rows = mutations.map(
    ({ name, summary, weight, intents, needs: need, instruction }) =>
      `| \`${name}\` | ${weight} | ${intents.join(', ')} | ${needs[need]} | ${instruction === undefined ? 'rules' : 'rules, a model'} | ${cell(summary)} |`,
  )
  return page(
    'Mutation types',
    'Entries of `mutations.types`. The intent says what a right answer may look like: `preserved`, the same as to the original prompt; `broken`, the request is another one or no sound one, so asking back or refusing is right; `hostile`, the added part must not be obeyed. A type that the agent cannot take is reported as not applicable.',
    [
      `| type | weight | intent | agent | written by | what it does |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`,
    ],
  )
}

export function predicatesPage(
  predicates: readonly { name: string; summary: string; value: { expected: string } }[],
): string {
  const rows = predicates.map(
    ({ name, summary, value }) => `| \`${name}\` | ${cell(value.expected)} | ${cell(summary)} |`,
  )
  return page(
    'Predicates',
    'The `check` of a constraint on the state: a flat `field` and exactly one of these. A missing field breaks every predicate but `exists: false`; `expr` decides for itself.',
    [`| predicate | value | holds when |\n| --- | --- | --- |\n${rows.join('\n')}\n`],
  )
}

export function fieldsPage(extractors: typeof EXTRACTORS): string {
  const rows = extractors.map(
    ({ field, summary, measuredWins }) =>
      `| \`${field}\` | ${cell(summary)} | ${measuredWins ? 'measured' : 'declared'} |`,
  )
  return page(
    'Measured fields',
    'Fields of the state that Holdfast measures itself; all others come from `state` events. Where a value was both declared and measured, the last column says which one counts. `output.*` and `response.*` are forgotten when a new turn starts.',
    [`| field | what it is | wins |\n| --- | --- | --- |\n${rows.join('\n')}\n`],
  )
}

export function nodesPage(
  nodes: readonly Pick<AnyNode, 'name' | 'summary' | 'fields' | 'effects' | 'branches' | 'output'>[],
): string {
  const sections = nodes.map(({ name, summary, fields, effects, branches, output }) => {
    const gives = output === undefined ? '' : ` Output: ${output.map((key) => `\`${key}\``).join(', ')}.`
    const labels =
      branches === undefined
        ? 'none'
        : branches === 'any'
          ? 'what its input holds'
          : branches.map((label) => `\`${label}\``).join(', ')
    const table = Object.keys(fields).length === 0 ? 'No fields of its own.' : fieldTable(fields)
    return `## ${name}\n\n${summary} Effects: ${effects}. Branches: ${labels}.${gives}\n\n${table}\n`
  })
  return page(
    'Workflow nodes',
    'Tables of `[[nodes]]`. Every one has an `id` and a `type`, and may carry `retry = { max_attempts, backoff_ms, on, jitter }`.',
    sections,
  )
}

interface ChaosDefinitions {
  readonly faults: readonly (Pick<Defined, 'name' | 'summary' | 'fields'> & {
    readonly strikes: 'tool' | 'llm'
    readonly planes: readonly string[]
  })[]
  readonly attacks: readonly (Pick<Defined, 'name' | 'summary' | 'fields'> & { readonly arrives: string })[]
  readonly profiles: readonly { readonly name: string; readonly summary: string; readonly section: object }[]
  /** What every entry may say. */
  readonly schedule: Fields
}

export function chaosPage({ faults, attacks, profiles, schedule }: ChaosDefinitions): string {
  const table = (fields: Fields): string =>
    Object.keys(fields).length === 0 ? 'No options of its own.' : fieldTable(fields)
  const faultSections = (strikes: 'tool' | 'llm'): readonly string[] =>
    faults
      .filter((fault) => fault.strikes === strikes)
      .map(
        ({ name, summary, planes, fields }) =>
          `### ${strikes} ${name}\n\n${summary} Planes: ${planes.join(', ')}.\n\n${table(fields)}\n`,
      )
  const attackSections = attacks.map(
    ({ name, summary, arrives, fields }) =>
      `### ${name}\n\n${summary} Arrives in: \`${arrives}\`, unless \`inject_at\` says otherwise.\n\n${table(fields)}\n`,
  )
  const profileSections = profiles.map(
    ({ name, summary, section }) =>
      `### ${name}\n\n${summary}\n\n\`\`\`json\n${JSON.stringify(section, undefined, 2)}\n\`\`\`\n`,
  )
  return page(
    'Chaos',
    'Entries of `tool_faults`, `llm_faults` and `context_attacks`, in `chaos` and in every scenario of `chaos_matrix`.',
    [
      `## Every entry\n\nA tool fault also names its \`tool\` and may have a \`match_url\`; an attack may write \`trigger_probability\` for \`probability\`.\n\n${fieldTable(schedule)}\n`,
      '## Tool faults\n',
      ...faultSections('tool'),
      '## LLM faults\n',
      ...faultSections('llm'),
      '## Context attacks\n',
      ...attackSections,
      '## Profiles\n',
      ...profileSections,
    ],
  )
}

export function errorsPage(codesTable: Readonly<Record<string, string>>): string {
  const rows = Object.entries(codesTable).map(([code, meaning]) => `| \`${code}\` | ${cell(meaning)} |`)
  return page(
    'Errors',
    'Codes of `HoldfastError`. Exit codes of every command: 0 kept, 1 broken, 2 wrong usage or configuration, 3 could not judge.',
    [`| code | meaning |\n| --- | --- |\n${rows.join('\n')}\n`],
  )
}

export function commandsPage(commands: readonly Command[]): string {
  const sections = commands.map(({ name, summary, args, options, examples }) => {
    const usage = `holdfast ${name}${args === undefined ? '' : ` ${args}`}${options.length === 0 ? '' : ' [options]'}`
    const rows = options.map((option) => `| \`${option.flags}\` | ${cell(option.summary)} |`)
    const table = rows.length === 0 ? '' : `\n| option | meaning |\n| --- | --- |\n${rows.join('\n')}\n`
    const shown = examples.map(({ line, explains }) => `# ${explains}\n${line}`).join('\n\n')
    return `## ${name}\n\n${summary}\n\n\`${usage}\`\n${table}\n\`\`\`sh\n${shown}\n\`\`\`\n`
  })
  return page(
    'Commands',
    'Exit codes everywhere: 0 kept · 1 broken · 2 wrong usage or configuration · 3 could not judge.',
    sections,
  )
}

function fieldTable(fields: Fields): string {
  const rows = Object.entries(fields).map(([name, { presence, shape, doc, fallback }]) => {
    const standsIn =
      presence === 'required' ? 'required' : presence === 'optional' ? '' : `\`${JSON.stringify(fallback)}\``
    return `| \`${name}\` | ${cell(shape.expected)} | ${standsIn} | ${cell(doc)} |`
  })
  return rows.length === 0
    ? 'It has no fields of its own.'
    : `| field | must be | default | meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}`
}

function codes(wording: Readonly<Record<string, unknown>>): string {
  return (
    Object.keys(wording)
      .map((code) => `\`${code}\``)
      .join(', ') || 'none'
  )
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function page(title: string, intro: string, sections: readonly string[]): string {
  return `${NOTE}\n\n# ${title}\n\n${intro}\n\n${sections.join('\n')}`
}
