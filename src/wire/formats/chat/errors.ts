import type { JsonObject } from '../../../model/index.ts'
import {
  BLOCKED_CODE,
  denialAnswer,
  errorAnswer,
  type DenialReason,
  type ProviderError,
  type WireAnswer,
} from '../../denial.ts'
import type { FailCause } from '../../stream-protocol.ts'

/** How a provider of this format words its errors. */
export interface ErrorVoice {
  readonly denial: (reason: DenialReason) => WireAnswer
  readonly error: (error: ProviderError) => WireAnswer
  readonly inStream: (message: string, cause: FailCause) => JsonObject
}

const TYPES = new Map([
  [400, ['invalid_request_error', null]],
  [401, ['authentication_error', 'invalid_api_key']],
  [403, ['permission_error', null]],
  [404, ['invalid_request_error', 'model_not_found']],
  [429, ['rate_limit_error', 'rate_limit_exceeded']],
] as const)

function typeOf(status: number): readonly [string, string | null] {
  return (
    TYPES.get(status as 400) ??
    (status >= 500 ? ['server_error', 'server_error'] : ['invalid_request_error', null])
  )
}

export const openaiErrors: ErrorVoice = {
  denial(reason) {
    const { status = 403, message } = reason
    const error = { message, type: typeOf(status)[0], param: null, code: BLOCKED_CODE }
    return denialAnswer(reason, 'x-request-id', { error })
  },
  error(problem) {
    const [type, usual] = typeOf(problem.status)
    const { message = type, code = usual } = problem
    return errorAnswer(problem, { error: { message, type, param: null, code } })
  },
  inStream: (message, cause) => ({
    error:
      cause === 'denied'
        ? { message, type: typeOf(403)[0], param: null, code: BLOCKED_CODE }
        : { message, type: 'server_error', param: null, code: 'stream_error' },
  }),
}

const ROUTER_TYPES = new Map([
  [403, 'permission_denied'],
  [429, 'rate_limit_exceeded'],
  [502, 'provider_unavailable'],
  [503, 'provider_overloaded'],
])

/** The router's code is the status as a number; everything else stands in `metadata`. */
export const openrouterErrors: ErrorVoice = {
  denial(reason) {
    const { status = 403, message, contract = null, clause = null } = reason
    const metadata = { error_type: BLOCKED_CODE, contract, clause }
    return denialAnswer(reason, 'x-request-id', { error: { code: status, message, metadata } })
  },
  error(problem) {
    const { status, message = 'Provider returned error', code } = problem
    const metadata = { error_type: code ?? ROUTER_TYPES.get(status) ?? 'provider_error' }
    return errorAnswer(problem, { error: { code: status, message, metadata } })
  },
  inStream: (message, cause) => ({
    error:
      cause === 'denied'
        ? { code: 403, message, metadata: { error_type: BLOCKED_CODE } }
        : { code: 502, message, metadata: { error_type: 'provider_unavailable' } },
  }),
}
