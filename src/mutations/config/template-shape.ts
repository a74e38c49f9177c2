import { checked, defaulted, object, oneOf, required, text, type Shape } from '../../kit/shape/index.ts'
import type { Intent } from '../mutation.ts'

/** Without a place for the prompt every golden prompt would become the same one. */
const TEMPLATE = checked(text({ nonEmpty: true, expected: 'a text with {prompt} in it' }), (template) =>
  template.includes('{prompt}')
    ? undefined
    : {
        code: 'no-placeholder',
        complaint: 'must say where the prompt goes',
        hint: 'write {prompt} in it',
      },
)

const WITH_INTENT = object({
  template: required(TEMPLATE, 'The text, with `{prompt}` in it.'),
  intent: defaulted(
    oneOf('preserved', 'broken', 'hostile'),
    'preserved',
    'What a right answer to it may look like.',
  ),
})

export interface WrittenTemplate {
  readonly template: string
  readonly intent: Intent
}

/** A text, or a mapping that also says what the template does to the intent. */
export const templateShape: Shape<WrittenTemplate> = {
  expected: `${TEMPLATE.expected}, or {template, intent}`,
  read(node, place) {
    if (node.kind === 'map') return WITH_INTENT.read(node, place)
    const template = TEMPLATE.read(node, place)
    return template === undefined ? undefined : { template, intent: 'preserved' }
  },
  schema: () => ({ anyOf: [TEMPLATE.schema(), WITH_INTENT.schema()] }),
}
