import { defineMutation } from '../define-mutation.ts'
import { mutated, unchanged } from '../mutation.ts'

const PLACEHOLDER = '{prompt}'

export const custom = defineMutation({
  name: 'custom',
  summary: 'One of the `custom_templates`, with the prompt in the place of `{prompt}`.',
  weight: 1,
  intents: ['preserved', 'broken', 'hostile'],
  needs: 'text',
  mutate(prompt, { templates, inTurn }) {
    if (templates.length === 0) return unchanged('no `custom_templates` are configured')
    const { name, template, intent } = inTurn(templates)
    return mutated(template.split(PLACEHOLDER).join(prompt), intent, `template \`${name}\``)
  },
})
