import { defaulted, optional, required, text } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { contextPath, count } from '../read/field-shapes.ts'
import { httpRequest as ask } from '../tools/http-request.ts'
import { needed, neededText } from '../tools/needed.ts'

export const httpRequest = defineNode({
  name: 'http_request',
  summary: 'Asks a URL; an answer that is not 2xx takes the branch `error`.',
  fields: {
    method: required(text({ nonEmpty: true }), 'GET, POST, …'),
    url_from: required(contextPath(), 'leads to the URL'),
    body_from: optional(contextPath(), 'leads to the body; what is not text is sent as JSON'),
    follow_redirects: defaulted(count(0, 10), 0, 'how many redirects to follow, each judged by the policy'),
  },
  effects: 'network',
  branches: ['error'],
  failureBranch: 'error',
  output: ['status', 'headers', 'body', 'bytes'],
  run: async ({ method, url_from, body_from, follow_redirects }, call) => {
    const url = neededText(call, 'http_request', url_from)
    const output = await ask(call, {
      method,
      url,
      body: body_from === undefined ? undefined : needed(call, 'http_request', body_from),
      followRedirects: follow_redirects,
    })
    const { status } = output
    const isGood = status === undefined || (typeof status === 'number' && status >= 200 && status < 300)
    return goOn(output, isGood ? undefined : 'error')
  },
})
