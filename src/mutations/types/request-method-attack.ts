import { defineMutation } from '../define-mutation.ts'
import { mutated, type Intent } from '../mutation.ts'
import type { RequestVariation } from '../request/variation.ts'

interface Change {
  readonly name: string
  readonly intent: Intent
  readonly request: RequestVariation
}

const sent = (method: string): Change => ({
  name: `sent as ${method}`,
  intent: 'broken',
  request: { method },
})

const overridden = (header: string, method: string): Change => ({
  name: `${header} says ${method}`,
  intent: 'hostile',
  request: { headers: [{ change: 'add', name: header, value: method }] },
})

const CHANGES: readonly Change[] = [
  ...['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'BREW', 'post'].map(
    sent,
  ),
  ...['x-http-method-override', 'x-http-method', 'x-method-override'].flatMap((header) =>
    ['DELETE', 'PUT', 'TRACE'].map((method) => overridden(header, method)),
  ),
]

export const requestMethodAttack = defineMutation({
  name: 'request_method_attack',
  summary: 'Another request method than the agent expects, or a header that claims one.',
  weight: 1.3,
  intents: ['broken', 'hostile'],
  needs: 'http',
  mutate(prompt, { inTurn, target }) {
    const own = target.http?.method.toUpperCase()
    const { name, intent, request } = inTurn(CHANGES.filter(({ request: { method } }) => method !== own))
    return mutated(prompt, intent, name, { request })
  },
})
