import { didYouMean } from '../../kit/nearest-name.ts'
import { item, object, refuse, type Place } from '../../kit/shape/index.ts'
import { entryOf, type Located, type LocatedMap } from '../../kit/source/index.ts'
import type { AnyNode } from '../define-node.ts'
import type { EdgeSpec, NodeSpec, RetrySpec, TriggerSpec } from '../model.ts'
import { edgeShape, NODE_FIELDS, TRIGGERS } from './document.ts'

export interface Listed<T> {
  readonly specs: readonly T[]
  /** False when some entry could not be read, so that nothing may be concluded from its absence. */
  readonly isComplete: boolean
}

/** Reads a list of tables, keeping those that are right. */
function readList<T>(
  root: Located,
  key: string,
  place: Place,
  read: (node: LocatedMap, place: Place) => T | undefined,
): Listed<T> {
  const list = entryOf(root, key)?.value
  if (list === undefined) return { specs: [], isComplete: true }
  const inner: Place = { ...place, path: key, subject: key }
  if (list.kind !== 'list') {
    refuse(list, inner, `a list of tables, each under [[${key}]]`)
    return { specs: [], isComplete: false }
  }
  const specs = list.items.map((node, index) => {
    const at = item(inner, index)
    return node.kind === 'map' ? read(node, at) : refuse(node, at, 'a table')
  })
  const kept = specs.filter((spec) => spec !== undefined)
  return { specs: kept, isComplete: kept.length === specs.length }
}

export function readNodes(
  root: Located,
  place: Place,
  types: ReadonlyMap<string, AnyNode>,
): Listed<NodeSpec> {
  return readList(root, 'nodes', place, (node, at) => {
    const type = entryOf(node, 'type')?.value
    const name = type?.kind === 'scalar' && typeof type.value === 'string' ? type.value : undefined
    const definition = name === undefined ? undefined : types.get(name)
    if (definition === undefined) {
      if (name === undefined)
        object(
          { type: NODE_FIELDS.type },
          { passOver: node.entries.map(({ key }) => key).filter((key) => key !== 'type') },
        ).read(node, at)
      else
        at.report({
          code: 'unknown-node-type',
          path: `${at.path}.type`,
          offset: type!.start,
          message: `unknown node type \`${name}\``,
          hint: didYouMean(name, [...types.keys()]),
        })
      return undefined
    }
    const fields = object({ ...definition.fields, ...NODE_FIELDS }).read(node, at) as
      | (Record<string, unknown> & { readonly id: string; readonly retry?: RetryFields })
      | undefined
    if (fields === undefined) return undefined
    const { retry } = fields
    return {
      id: fields.id,
      definition,
      fields,
      at: node,
      ...(retry !== undefined && { retry: retryOf(retry) }),
    }
  })
}

interface RetryFields {
  readonly max_attempts: number
  readonly backoff_ms: number
  readonly on: 'any' | 'transient'
  readonly jitter: number
}

function retryOf({ max_attempts, backoff_ms, on, jitter }: RetryFields): RetrySpec {
  return { maxAttempts: Math.max(1, max_attempts), backoffMs: backoff_ms, on, jitter: Math.min(0.5, jitter) }
}

export function readEdges(root: Located, place: Place): Listed<EdgeSpec> {
  return readList(root, 'edges', place, (node, at) => {
    const fields = edgeShape.read(node, at)
    if (fields === undefined) return undefined
    const { from, to, when, else: isElse, max_iterations } = fields
    if (isElse && when !== undefined) {
      at.report({
        code: 'else-with-label',
        path: `${at.path}.else`,
        offset: entryOf(node, 'else')!.keyStart,
        message: 'an edge is either for a label or for everything else',
        hint: 'remove `when` or `else`',
      })
      return undefined
    }
    return {
      from,
      to,
      isElse,
      at: node,
      ...(when !== undefined && { when }),
      ...(max_iterations !== undefined && { maxIterations: max_iterations }),
    }
  })
}

export type LocatedTrigger = TriggerSpec & { readonly at: LocatedMap }

export function readTriggers(root: Located, place: Place): Listed<LocatedTrigger> {
  return readList(root, 'triggers', place, (node, at) => {
    const type = entryOf(node, 'type')?.value
    const name = type?.kind === 'scalar' ? String(type.value) : ''
    if (!Object.hasOwn(TRIGGERS, name)) {
      at.report({
        code: type === undefined ? 'missing-key' : 'unknown-trigger-type',
        path: `${at.path}.type`,
        offset: (type ?? node).start,
        message: type === undefined ? `${at.subject}.type is required` : `unknown trigger type \`${name}\``,
        hint: didYouMean(name, Object.keys(TRIGGERS)),
      })
      return undefined
    }
    const spec = triggerOf(name as keyof typeof TRIGGERS, node, at)
    return spec === undefined ? undefined : { ...spec, at: node }
  })
}

function triggerOf(type: keyof typeof TRIGGERS, node: LocatedMap, at: Place): TriggerSpec | undefined {
  switch (type) {
    case 'cron': {
      const fields = TRIGGERS.cron.read(node, at)
      return fields && { kind: 'cron', schedule: fields.schedule, startNode: fields.start_node }
    }
    case 'interval': {
      const fields = TRIGGERS.interval.read(node, at)
      return fields && { kind: 'interval', everyMs: fields.every, startNode: fields.start_node }
    }
    case 'fs_watch': {
      const fields = TRIGGERS.fs_watch.read(node, at)
      if (fields === undefined) return undefined
      const events = fields.events.map(
        (event) => (event.toLowerCase() === 'delete' ? 'remove' : event.toLowerCase()) as 'create',
      )
      return {
        kind: 'fs_watch',
        path: fields.path,
        startNode: fields.start_node,
        recursive: fields.recursive,
        events,
        debounceMs: fields.debounce_ms,
      }
    }
    case 'internal.event': {
      const fields = TRIGGERS['internal.event'].read(node, at)
      return fields && { kind: 'internal', startNode: fields.start_node }
    }
    case 'mcp.resource.created':
    case 'mcp.resource.updated': {
      const fields = TRIGGERS[type].read(node, at)
      return fields && { kind: 'mcp', startNode: fields.start_node }
    }
  }
}
