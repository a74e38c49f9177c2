import { defaulted, optional, required, text } from '../../kit/shape/index.ts'
import type { JsonValue } from '../../model/index.ts'
import type { BackendMessage } from '../backends/backend.ts'
import { defineNode, goOn, type NodeResult } from '../define-node.ts'
import type { NodeCall } from '../node-call.ts'
import { NodeError } from '../node-error.ts'
import { contextPath, count, template } from '../read/field-shapes.ts'
import { andThen, askModel } from '../run/ask-model.ts'
import { parseJsonText } from '../value/json-text.ts'
import { render } from '../value/template.ts'

export const llmInfer = defineNode({
  name: 'llm_infer',
  summary: 'Asks a model once; with a schema the answer must be JSON that fits it.',
  fields: {
    backend: required(text({ nonEmpty: true }), 'which model answers'),
    prompt: required(template(), 'what it is asked, with `{{ path }}` where values go'),
    input_from: optional(contextPath(), 'leads to the value the placeholders look into'),
    output_schema: optional(text({ nonEmpty: true }), 'a JSON Schema file, or `inline` for any JSON'),
    output_repairs: defaulted(count(0, 100), 0, 'how often a wrong answer is sent back'),
  },
  effects: 'model',
  output: ['content', 'parsed', 'usage'],
  nullWhenUnresolved: ['input_from'],
  schema: ({ output_schema }) => output_schema,
  run({ backend, prompt, input_from, output_schema, output_repairs }, call) {
    if (call.dryRun) return goOn({ content: '<dry-run>', parsed: null, dry_run: true })
    const data = input_from === undefined ? null : (call.resolve(input_from) ?? null)
    const first: BackendMessage = { role: 'user', content: render(prompt, data) }
    return attempt(call, { backend, schema: output_schema, repairs: output_repairs }, [first], NO_USAGE)
  },
})

interface Inference {
  readonly backend: string
  readonly schema: string | undefined
  readonly repairs: number
}

type Usage = Readonly<Record<'prompt_tokens' | 'completion_tokens', number>>

const NO_USAGE: Usage = { prompt_tokens: 0, completion_tokens: 0 }

/** Asks, and asks again with the reason of the rejection as long as repairs are left. */
function attempt(
  call: NodeCall,
  inference: Inference,
  messages: readonly BackendMessage[],
  before: Usage,
): NodeResult | Promise<NodeResult> {
  return andThen(
    askModel(call, inference.backend, messages),
    ({ content, promptTokens, completionTokens }) => {
      const usage: Usage = {
        prompt_tokens: before.prompt_tokens + promptTokens,
        completion_tokens: before.completion_tokens + completionTokens,
      }
      if (inference.schema === undefined) return goOn({ content, parsed: null, usage })
      const read = readAnswer(call, inference.schema, content)
      if (read.ok) return goOn({ content, parsed: read.value, usage })
      const attempts = (messages.length + 1) / 2
      if (attempts > inference.repairs)
        throw new NodeError(
          'schema',
          `llm_infer node \`${call.nodeId}\`: output failed validation after ${attempts} attempt(s): ${read.reason}`,
        )
      const request = `Your last reply was rejected: ${read.reason}. Reply again with JSON alone.`
      return attempt(
        call,
        inference,
        [...messages, { role: 'assistant', content }, { role: 'user', content: request }],
        usage,
      )
    },
  )
}

type Read = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly reason: string }

function readAnswer(call: NodeCall, schema: string, content: string): Read {
  let value: JsonValue
  try {
    value = parseJsonText(content)
  } catch (error) {
    return { ok: false, reason: `model returned invalid JSON: ${(error as Error).message}` }
  }
  const mismatch = call.schema(schema)?.(value)
  return mismatch === undefined ? { ok: true, value } : { ok: false, reason: `schema violation: ${mismatch}` }
}
