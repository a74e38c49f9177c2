import { didYouMean } from '../../kit/nearest-name.ts'
import { entryOf } from '../../kit/source/index.ts'
import type { NodeSpec } from '../model.ts'
import { isContextPath, isTemplate } from '../read/field-shapes.ts'
import type { ContextPath } from '../value/context-path.ts'
import { placeholdersOf, type Template } from '../value/template.ts'
import { nodesById, offsetIn, type Subject } from './subject.ts'

/** Paths and placeholders that can never lead anywhere, and inputs that are fetched and not used. */
export function checkInputs(subject: Subject): void {
  const nodes = nodesById(subject.workflow)
  const ancestors = ancestorsIn(subject)
  for (const node of nodes.values()) {
    for (const { key, path, offset } of pathsOf(node)) {
      const reason = whyUnresolvable(path, node, nodes, ancestors)
      if (reason === undefined || !subject.isComplete) continue
      const isLenient = node.definition.nullWhenUnresolved?.includes(key) === true
      subject.report({
        level: isLenient ? 'warning' : 'error',
        code: 'unresolvable-input',
        path: 'nodes',
        offset,
        message: `${key} = "${path.text}" of \`${node.id}\` can never be resolved: ${reason.why}`,
        hint: reason.hint,
      })
    }
    checkTemplate(subject, node, nodes)
    if (
      node.definition.name === 'agent_loop' &&
      node.fields['instructions'] === undefined &&
      node.fields['instructions_from'] === undefined
    )
      subject.report({
        code: 'missing-key',
        path: 'nodes',
        offset: node.at.start,
        message: `agent_loop \`${node.id}\` needs instructions or instructions_from`,
      })
  }
}

interface FoundPath {
  readonly key: string
  readonly path: ContextPath
  readonly offset: number
}

/** The paths among a node's fields, those of its branches included. */
function pathsOf({ fields, at }: NodeSpec): readonly FoundPath[] {
  return Object.entries(fields).flatMap(([key, value]): FoundPath[] => {
    if (isContextPath(value)) return [{ key, path: value, offset: offsetIn(at, key) }]
    if (!Array.isArray(value)) return []
    const list = entryOf(at, key)?.value
    return value.flatMap((item: unknown, index): FoundPath[] => {
      const path = (item as { input_from?: unknown } | null)?.input_from
      const table = list?.kind === 'list' ? list.items[index] : undefined
      return isContextPath(path)
        ? [
            {
              key: 'input_from',
              path,
              offset: table?.kind === 'map' ? offsetIn(table, 'input_from') : at.start,
            },
          ]
        : []
    })
  })
}

type Reason = { readonly why: string; readonly hint?: string | undefined }

function whyUnresolvable(
  { root, rest }: ContextPath,
  node: NodeSpec,
  nodes: ReadonlyMap<string, NodeSpec>,
  ancestors: (id: string) => ReadonlySet<string>,
): Reason | undefined {
  if (root === 'trigger') return undefined
  const source = nodes.get(root)
  if (source === undefined)
    return { why: `no node is called \`${root}\``, hint: didYouMean(root, ['trigger', ...nodes.keys()]) }
  if (!ancestors(node.id).has(root))
    return {
      why: `\`${root}\` never runs before \`${node.id}\``,
      hint: 'name a node from which edges lead here',
    }
  return missingKey(source, rest[0])
}

function missingKey({ id, definition }: NodeSpec, key: string | undefined): Reason | undefined {
  const { output, name } = definition
  if (key === undefined || output === undefined || output.includes(key)) return undefined
  return output.length === 0
    ? { why: `a ${name} node such as \`${id}\` gives nothing` }
    : { why: `the output of \`${id}\` has no \`${key}\``, hint: didYouMean(key, output) }
}

/** Who can have run before a node: everything from which edges lead to it. */
function ancestorsIn({ workflow }: Subject): (id: string) => ReadonlySet<string> {
  const incoming = new Map<string, string[]>()
  for (const { from, to } of workflow.edges) {
    const sources = incoming.get(to)
    if (sources === undefined) incoming.set(to, [from])
    else sources.push(from)
  }
  const known = new Map<string, ReadonlySet<string>>()
  return (id) => {
    let found = known.get(id)
    if (found === undefined) {
      const reached = new Set(incoming.get(id) ?? [])
      for (const each of reached) for (const source of incoming.get(each) ?? []) reached.add(source)
      known.set(id, (found = reached))
    }
    return found
  }
}

function checkTemplate({ report }: Subject, node: NodeSpec, nodes: ReadonlyMap<string, NodeSpec>): void {
  const { fields, at, definition, id } = node
  const found = Object.entries(fields).find((entry): entry is [string, Template] => isTemplate(entry[1]))
  if (found === undefined) return
  const [key, template] = found
  const offset = offsetIn(at, key)
  const warn = (code: string, message: string, hint: string | undefined) =>
    report({ level: 'warning', code, path: 'nodes', offset, message, hint })
  if (template.unclosedAt !== undefined)
    warn(
      'unclosed-placeholder',
      `a \`{{\` in ${key} of \`${id}\` is never closed and is sent as it stands`,
      'close it with `}}`',
    )
  const placeholders = placeholdersOf(template)
  const input = fields['input_from']
  if (isContextPath(input) && placeholders.length === 0)
    warn(
      'unsent-input',
      `${key} of \`${id}\` has no placeholder, so what input_from leads to is never used`,
      'write `{{}}` where it should stand, or `{{ key }}` for a part of it',
    )
  for (const { path, segments } of placeholders) {
    const source = isContextPath(input) && input.rest.length === 0 ? nodes.get(input.root) : undefined
    const reason =
      input === undefined && definition.name !== 'respond' && segments.length > 0
        ? { why: 'there is no input_from to look into', hint: `add input_from = "${segments[0]}"` }
        : source === undefined
          ? undefined
          : missingKey(source, segments[0])
    if (reason !== undefined)
      warn(
        'unresolvable-placeholder',
        `\`{{${path}}}\` in ${key} of \`${id}\` can never be filled: ${reason.why}`,
        reason.hint ?? 'placeholders look into what input_from leads to',
      )
  }
}
