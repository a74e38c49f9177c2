// Written by `npm run gen`; do not edit.
import type { AnyFault } from '../define-fault.ts'
import { llmEmpty } from './llm-empty.ts'
import { llmGarbage } from './llm-garbage.ts'
import { llmOverloaded } from './llm-overloaded.ts'
import { llmPartialToolCall } from './llm-partial-tool-call.ts'
import { llmRateLimit } from './llm-rate-limit.ts'
import { llmResponseDrift } from './llm-response-drift.ts'
import { llmServerError } from './llm-server-error.ts'
import { llmSlowStream } from './llm-slow-stream.ts'
import { llmStreamCut } from './llm-stream-cut.ts'
import { llmTimeout } from './llm-timeout.ts'
import { llmTruncatedResponse } from './llm-truncated-response.ts'
import { toolError } from './tool-error.ts'
import { toolMalformed } from './tool-malformed.ts'
import { toolMaliciousResponse } from './tool-malicious-response.ts'
import { toolSlow } from './tool-slow.ts'
import { toolTimeout } from './tool-timeout.ts'

export const FAULTS: readonly AnyFault[] = [
  llmEmpty,
  llmGarbage,
  llmOverloaded,
  llmPartialToolCall,
  llmRateLimit,
  llmResponseDrift,
  llmServerError,
  llmSlowStream,
  llmStreamCut,
  llmTimeout,
  llmTruncatedResponse,
  toolError,
  toolMalformed,
  toolMaliciousResponse,
  toolSlow,
  toolTimeout,
]
