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

const STATUSES = new Map([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [409, 'ABORTED'],
  [429, 'RESOURCE_EXHAUSTED'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
])

function statusOf(code: number): string {
  return STATUSES.get(code) ?? (code >= 500 ? 'UNAVAILABLE' : 'FAILED_PRECONDITION')
}

const BLOCKED_INFO = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: BLOCKED_CODE.toUpperCase(),
  domain: 'holdfast',
}

export function denial(reason: DenialReason): WireAnswer {
  const { status = 403, message, contract, clause, requestId } = reason
  const info = { ...BLOCKED_INFO, metadata: { contract, clause, requestId } }
  return denialAnswer(reason, undefined, {
    error: { code: status, message, status: statusOf(status), details: [info] },
  })
}

export function providerError(problem: ProviderError): WireAnswer {
  const { status: code, retryAfterS, code: status = statusOf(code), message = status } = problem
  const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterS}s` }
  return errorAnswer(problem, {
    error: { code, message, status, ...(retryAfterS !== undefined && { details: [retry] }) },
  })
}

export function inStreamError(message: string, cause: FailCause): JsonObject {
  const code = cause === 'denied' ? 403 : 503
  return {
    error: { code, message, status: statusOf(code), ...(cause === 'denied' && { details: [BLOCKED_INFO] }) },
  }
}
