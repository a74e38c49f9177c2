import type { JsonObject } from '../../../model/index.ts'
import {
  BLOCKED_CODE,
  denialAnswer,
  errorAnswer,
  type DenialReason,
  type ProviderError,
  type WireAnswer,
} from '../../denial.ts'

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

export function denial(reason: DenialReason): WireAnswer {
  const { status = 403, message, contract, clause, requestId } = reason
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: BLOCKED_CODE.toUpperCase(),
    domain: 'holdfast',
    metadata: { contract, clause, requestId },
  }
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

export function inStreamError(message: string): JsonObject {
  return { error: { code: 503, message, status: 'UNAVAILABLE' } }
}
