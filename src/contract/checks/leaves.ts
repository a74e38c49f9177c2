// Written by `npm run gen`; do not edit.
import type { AnyCheck } from '../define-check.ts'
import { behaviorUnchanged } from './behavior-unchanged.ts'
import { completes } from './completes.ts'
import { containsAny } from './contains-any.ts'
import { contains } from './contains.ts'
import { excludesPattern } from './excludes-pattern.ts'
import { excludesPii } from './excludes-pii.ts'
import { expr } from './expr.ts'
import { honestUnderFault } from './honest-under-fault.ts'
import { jsonSchema } from './json-schema.ts'
import { judge } from './judge.ts'
import { latency } from './latency.ts'
import { maxCost } from './max-cost.ts'
import { maxTokens } from './max-tokens.ts'
import { maxToolCalls } from './max-tool-calls.ts'
import { outputNotEmpty } from './output-not-empty.ts'
import { refusalCheck } from './refusal-check.ts'
import { regex } from './regex.ts'
import { similarity } from './similarity.ts'
import { toolCalled } from './tool-called.ts'
import { toolNotCalled } from './tool-not-called.ts'
import { toolSequence } from './tool-sequence.ts'
import { validJson } from './valid-json.ts'

/** Every check that is not made of others. `combination.ts` cannot ask `index.ts`, which imports it. */
export const LEAVES: readonly AnyCheck[] = [
  behaviorUnchanged,
  completes,
  containsAny,
  contains,
  excludesPattern,
  excludesPii,
  expr,
  honestUnderFault,
  jsonSchema,
  judge,
  latency,
  maxCost,
  maxTokens,
  maxToolCalls,
  outputNotEmpty,
  refusalCheck,
  regex,
  similarity,
  toolCalled,
  toolNotCalled,
  toolSequence,
  validJson,
]
