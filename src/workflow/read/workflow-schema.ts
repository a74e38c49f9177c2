import { object, type Fields, type JsonSchema } from '../../kit/shape/index.ts'
import { NODES } from '../nodes/index.ts'
import { documentShape, edgeShape, NODE_FIELDS, TRIGGERS } from './document.ts'

/** The schema of a workflow file, from the same shapes that read it. */
export function workflowSchema(): JsonSchema {
  const document = documentShape.schema() as { readonly properties: Readonly<Record<string, JsonSchema>> }
  const body = {
    ...document,
    properties: {
      ...document.properties,
      nodes: listOf(
        'the graph',
        NODES.map(({ name, summary, fields }) => typed(name, { ...NODE_FIELDS, ...fields }, summary)),
      ),
      edges: { type: 'array', description: 'how it goes on', items: edgeShape.schema() },
      triggers: listOf(
        'what sets it off',
        Object.entries(TRIGGERS).map(([name, { fields }]) => typed(name, fields)),
      ),
    },
  }
  const wrapped = {
    type: 'object',
    properties: {
      workflows: { type: 'array', minItems: 1, maxItems: 1, items: { $ref: '#/$defs/workflow' } },
    },
    required: ['workflows'],
    additionalProperties: false,
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Holdfast workflow',
    $defs: { workflow: body },
    anyOf: [{ $ref: '#/$defs/workflow' }, wrapped],
  }
}

function listOf(description: string, kinds: readonly JsonSchema[]): JsonSchema {
  return { type: 'array', description, items: { oneOf: kinds } }
}

/** One kind of table, told from the others by its `type`. */
function typed(name: string, fields: Fields, description?: string): JsonSchema {
  const schema = object(fields).schema() as { readonly properties: Readonly<Record<string, JsonSchema>> }
  return {
    ...schema,
    ...(description !== undefined && { description }),
    properties: { ...schema.properties, type: { ...schema.properties['type'], const: name } },
  }
}
