import { optional, required } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { contextPath, template } from '../read/field-shapes.ts'
import { needed } from '../tools/needed.ts'
import { render } from '../value/template.ts'

export const templateRender = defineNode({
  name: 'template_render',
  summary: 'Puts values into a text.',
  fields: {
    template: required(template(), 'the text, with `{{ path }}` where values go'),
    input_from: optional(contextPath(), 'leads to the value the placeholders look into'),
  },
  effects: 'none',
  output: ['rendered'],
  run: ({ template: text, input_from }, call) =>
    goOn({
      rendered: render(text, input_from === undefined ? null : needed(call, 'template_render', input_from)),
    }),
})
