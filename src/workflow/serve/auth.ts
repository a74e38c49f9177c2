import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { HoldfastError } from '../../kit/errors.ts'
import type { AuthScheme, HttpRoute } from '../model.ts'

export interface Principal {
  readonly kind: string
  readonly name: string
}

/** Says who asks, or nothing when the proof is missing or wrong. */
export type Authenticator = (headers: IncomingHttpHeaders, body: Uint8Array) => Principal | undefined

type Environment = Readonly<Record<string, string | undefined>>

/** A route without `auth` lets everybody in; one that cannot be checked keeps the server from starting. */
export function authenticatorFor(
  route: HttpRoute,
  schemes: readonly AuthScheme[],
  env: Environment,
): Authenticator | undefined {
  const { auth = 'none' } = route
  if (auth === 'none') return undefined
  const [kind, name = 'default'] = auth.split(':')
  const scheme = schemes.find((each) => each.kind === kind && each.name === name)
  if (scheme === undefined)
    throw new HoldfastError(
      'HF_USAGE',
      `route ${route.method} ${route.path} asks for \`${auth}\`, which cannot be checked here`,
      'use bearer, basic or hmac',
    )
  const principal = { kind: scheme.kind, name }
  const check = proofOf(scheme, env)
  return (headers, body) => (check(headers, body) ? principal : undefined)
}

function proofOf(
  scheme: AuthScheme,
  env: Environment,
): (headers: IncomingHttpHeaders, body: Uint8Array) => boolean {
  switch (scheme.kind) {
    case 'bearer': {
      const token = secretFrom(scheme.tokenEnv, env)
      return ({ authorization = '' }) => isSame(/^bearer (.+)$/iu.exec(authorization)?.[1] ?? '', token)
    }
    case 'basic': {
      const wanted = `${secretFrom(scheme.userEnv, env)}:${secretFrom(scheme.passwordEnv, env)}`
      return ({ authorization = '' }) =>
        isSame(
          Buffer.from(/^basic (.+)$/iu.exec(authorization)?.[1] ?? '', 'base64').toString('utf8'),
          wanted,
        )
    }
    case 'hmac': {
      const secret = secretFrom(scheme.secretEnv, env)
      return (headers, body) =>
        isSame(
          String(headers[scheme.header] ?? ''),
          scheme.prefix + createHmac('sha256', secret).update(body).digest('hex'),
        )
    }
  }
}

function secretFrom(key: string, env: Environment): string {
  const value = env[key]
  if (value === undefined || value === '')
    throw new HoldfastError(
      'HF_USAGE',
      `the environment variable ${key} is not set, and a route needs it to know its callers`,
    )
  return value
}

/** Takes the same time whatever differs. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
