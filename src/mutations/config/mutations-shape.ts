import {
  defaulted,
  list,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  type ObjectShape,
  type Place,
  type Shape,
} from '../../kit/shape/index.ts'
import { entryOf, type Located } from '../../kit/source/index.ts'
import { DEFAULT_TYPES, mutationVocabulary, type MutationVocabulary } from '../vocabulary.ts'
import type { Weights } from '../weights.ts'
import { templateShape } from './template-shape.ts'

function fieldsOf(vocabulary: MutationVocabulary) {
  const names = [...vocabulary.keys()] as [string, ...string[]]
  const weights = Object.fromEntries(
    Array.from(vocabulary.values(), ({ name, weight }) => [
      name,
      optional(number({ atLeast: 0 }), `Weight of \`${name}\`; ${weight} when it is not given.`),
    ]),
  )
  return {
    count: defaulted(number({ whole: true, atLeast: 1, atMost: 50 }), 10, 'Mutations of each golden prompt.'),
    types: defaulted(list(oneOf(...names), { nonEmpty: true }), DEFAULT_TYPES, 'Which types, in this order.'),
    weights: defaulted(
      // sound because every field of it is an optional number
      object(weights, { mayBeEmpty: true }) as Shape<Weights>,
      {},
      'How much a type counts in the score; types that are not named keep their own weight.',
    ),
    custom_templates: defaulted(mapOf(templateShape), {}, 'Templates of the type `custom`, by name.'),
    written_by: defaulted(
      oneOf('rules', 'model'),
      'rules',
      'Who writes them; `model` asks the one under `model`.',
    ),
  }
}

export type MutationsFields = ReturnType<typeof fieldsOf>

/** The `mutations` section of a test configuration. */
export function mutationsShapeOf(vocabulary: MutationVocabulary): ObjectShape<MutationsFields> {
  const shape = object(fieldsOf(vocabulary), { mayBeEmpty: true })
  return {
    ...shape,
    read(node, place) {
      const section = shape.read(node, place)
      if (section === undefined) return undefined
      const isTypesGiven = entryOf(node, 'types') !== undefined
      const hasTemplates = Object.keys(section.custom_templates).length > 0
      // whoever writes templates and no list of types wants them used
      const types = hasTemplates && !isTypesGiven ? [...section.types, 'custom'] : section.types
      return isSound(types, hasTemplates, node, place) ? { ...section, types } : undefined
    },
  }
}

export const mutationsShape: ObjectShape<MutationsFields> = mutationsShapeOf(mutationVocabulary())

function isSound(types: readonly string[], hasTemplates: boolean, node: Located, place: Place): boolean {
  const offset = (entryOf(node, 'types') ?? entryOf(node, 'custom_templates'))?.value.start ?? node.start
  const path = `${place.path}.types`
  const repeated = types.find((type, index) => types.indexOf(type) !== index)
  if (repeated !== undefined) {
    const message = `${place.subject}.types names \`${repeated}\` twice`
    place.report({ code: 'duplicate-type', path, offset, message, hint: 'raise `count` for more of a type' })
    return false
  }
  if (types.includes('custom') === hasTemplates) return true
  place.report({
    level: hasTemplates ? 'warning' : 'error',
    code: hasTemplates ? 'unused-templates' : 'no-templates',
    path,
    offset,
    message: hasTemplates
      ? `${place.subject}.custom_templates are not used, because ${place.subject}.types does not name \`custom\``
      : `${place.subject}.types names \`custom\`, and there are no custom_templates`,
    hint: hasTemplates
      ? 'add `custom` to the types'
      : 'add custom_templates: {polite: "{prompt} Thank you!"}',
  })
  return hasTemplates
}
