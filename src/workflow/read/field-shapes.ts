import { refuse, text, type Place, type Shape } from '../../kit/shape/index.ts'
import type { Located } from '../../kit/source/index.ts'
import { contextPathOf, type ContextPath } from '../value/context-path.ts'
import { templateOf, type Template } from '../value/template.ts'

/** A path into the outputs of earlier nodes or the trigger. */
export function contextPath(): Shape<ContextPath> {
  const shape = text({ nonEmpty: true, expected: 'a path such as `node.key`' })
  return { ...shape, read: (node, place) => mapped(shape.read(node, place), contextPathOf) }
}

export function template(): Shape<Template> {
  const shape = text({ expected: 'text, with `{{ path }}` where values go' })
  return { ...shape, read: (node, place) => mapped(shape.read(node, place), templateOf) }
}

export function isContextPath(value: unknown): value is ContextPath {
  return typeof value === 'object' && value !== null && 'root' in value && 'rest' in value
}

export function isTemplate(value: unknown): value is Template {
  return typeof value === 'object' && value !== null && 'parts' in value
}

function mapped<A, B>(value: A | undefined, change: (value: A) => B): B | undefined {
  return value === undefined ? undefined : change(value)
}

/** A whole number of at least `least`; the message says what it counts. */
export function count(least: number, most = 4_294_967_295): Shape<number> {
  const expected = `a whole number from ${least} to ${most}`
  return {
    expected,
    read(node: Located, place: Place) {
      const value = node.kind === 'scalar' ? node.value : undefined
      const fits = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      return fits && !/[.eE]/u.test((node as { written?: string }).written ?? '')
        ? value
        : refuse(node, place, expected)
    },
    schema: () => ({ type: 'integer', minimum: least, maximum: most }),
  }
}
