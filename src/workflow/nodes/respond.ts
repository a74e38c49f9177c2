import { checked, defaulted, optional, required, text } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { contextPath, count, template } from '../read/field-shapes.ts'
import { needed } from '../tools/needed.ts'
import { render } from '../value/template.ts'

const contentType = checked(text(), (value) =>
  value.trim() === ''
    ? {
        code: 'empty-content-type',
        complaint: 'must not be empty',
        hint: 'write "application/json" or leave it out',
      }
    : // oxlint-disable-next-line no-control-regex -- a header must not hold them
      /[\u0000-\u001f\u007f]/u.test(value)
      ? { code: 'bad-content-type', complaint: 'must not hold control characters' }
      : undefined,
)

export const respond = defineNode({
  name: 'respond',
  summary: 'Sets what the HTTP caller is answered when the run completes; the last one wins.',
  fields: {
    body_template: required(template(), 'the body, with `{{ path }}` where values go'),
    status: defaulted(count(100, 599), 200, 'the HTTP status'),
    content_type: defaulted(contentType, 'application/json', 'the type of the body'),
    input_from: optional(
      contextPath(),
      'leads to the value the placeholders look into; the payload without it',
    ),
  },
  effects: 'none',
  output: ['status', 'content_type', 'bytes'],
  run({ body_template, status, content_type, input_from }, call) {
    const body = render(
      body_template,
      input_from === undefined ? call.input : needed(call, 'respond', input_from),
    )
    call.respond({ status, contentType: content_type, body })
    return goOn({ status, content_type, bytes: Buffer.byteLength(body) })
  },
})
