import type { Expected } from '../model.ts'
import type { ExpectedFields } from './expected-shape.ts'
import { textCheckOf } from './text-check-shape.ts'

type Given<T> = { -readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** Leaves out what is not there, as optional fields want it. */
function given<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
}

export function expectedOf(fields: ExpectedFields): Expected {
  return {
    ...given({
      status: fields.status,
      lastNode: fields.last_node,
      reasonContains: fields.reason_contains,
      maxLlmCalls: fields.max_llm_calls,
      maxTotalTokens: fields.max_total_tokens,
      maxNodeExecutions: fields.max_node_executions,
      maxElapsedMs: fields.max_elapsed_ms,
      retries: fields.retries,
      minPolicyDenials: fields.min_policy_denials,
      maxPolicyDenials: fields.max_policy_denials,
      policyDenials: fields.policy_denials,
      deadEnd: fields.dead_end,
      allTurnsUsed: fields.all_turns_used,
      finalValue: fields.final_value,
      writes: fields.writes,
    }),
    path: fields.path,
    pathExact: fields.path_exact,
    visited: fields.visited,
    notVisited: fields.not_visited,
    denials: fields.denials.map(({ tool, family, code, resource_contains: resourceContains }) =>
      given({ tool, family, code, resourceContains }),
    ),
    outputs: fields.outputs.map(({ path, equals, schema, absent, ...texts }) => ({
      path,
      absent,
      ...(equals !== undefined && { value: equals }),
      ...(schema !== undefined && { schema: schema as object }),
      ...textCheckOf(texts),
    })),
    files: [
      ...fields.files.map(({ path, absent, ...texts }) => ({ path, absent, ...textCheckOf(texts) })),
      ...fields.no_files.map((path) => ({ path, absent: true, ...textCheckOf({}) })),
    ],
    requests: fields.requests.map(({ to, method, path, body_contains: bodyContains, times }) =>
      given({ to, method, path, bodyContains, times }),
    ),
    settleMs: fields.settle_ms,
    noRequestsTo: fields.no_requests_to,
    prompts: fields.prompts.map(({ call, ...texts }) => ({
      ...(call !== undefined && { call }),
      ...textCheckOf(texts),
    })),
    ...(fields.reply !== undefined && { reply: replyOf(fields.reply) }),
    ...(fields.answer !== undefined && { answer: textCheckOf(fields.answer) }),
    isEmpty: Object.entries(fields).every(
      ([key, value]) =>
        key === 'path_exact' ||
        key === 'settle_ms' ||
        (Array.isArray(value) && value.length === 0 && key !== 'writes'),
    ),
  }
}

function replyOf({ status, content_type: contentType, ...texts }: NonNullable<ExpectedFields['reply']>) {
  return { ...given({ status, contentType }), ...textCheckOf(texts) }
}
