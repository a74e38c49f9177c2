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

const TYPES = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
])

function typeOf(status: number): string {
  return TYPES.get(status) ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
}

export function denial(reason: DenialReason): WireAnswer {
  const { status = 403, message, requestId = null } = reason
  const error = { type: typeOf(status), message, details: { error_code: BLOCKED_CODE } }
  return denialAnswer(reason, 'request-id', { type: 'error', error, request_id: requestId })
}

export function providerError(problem: ProviderError): WireAnswer {
  const { status, message = typeOf(status), code, requestId = null } = problem
  const error = { type: code ?? typeOf(status), message }
  return errorAnswer(problem, { type: 'error', error, request_id: requestId })
}

export function inStreamError(message: string, cause: FailCause): JsonObject {
  const error =
    cause === 'denied'
      ? { type: typeOf(403), message, details: { error_code: BLOCKED_CODE } }
      : { type: 'api_error', message }
  return { type: 'error', error }
}
