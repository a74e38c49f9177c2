import { schemaValidator } from '../../contract/checks/json-schema-validator.ts'
import type { JsonValue } from '../../model/index.ts'
import { compactJson, contextPathOf, plainJson, stepInto, textOf } from '../../workflow/index.ts'
import type { Expected, OutputCheck } from '../model.ts'
import type { Observation } from '../trial/observation.ts'
import { quoted, saysAnything, textFaults } from './check-text.ts'

/** What the run gave: values, the reply, the answer, and what the model was sent. */
export function checkValues(expected: Expected, seen: Observation): readonly string[] {
  const { finalValue, outputs, reply, answer } = expected
  return [
    ...(finalValue === undefined ? [] : sameValue('final_value', finalValue, seen.finalValue)),
    ...outputs.flatMap((check) => checkOutput(check, seen)),
    ...(reply === undefined ? [] : checkReply(reply, seen)),
    ...(answer === undefined
      ? []
      : seen.answer === undefined
        ? ['answer: there was none']
        : textFaults(seen.answer, answer).map((fault) => `answer: ${fault}`)),
    ...checkPrompts(expected.prompts, seen.prompts),
  ]
}

function sameValue(name: string, wanted: JsonValue, got: JsonValue): readonly string[] {
  const [left, right] = [compactJson(wanted), compactJson(got)]
  return left === right ? [] : [`${name}: expected ${quoted(left)}, got ${quoted(right)}`]
}

function checkOutput(check: OutputCheck, { trace }: Observation): readonly string[] {
  const { root, rest, text } = contextPathOf(check.path)
  const output = trace.findLast(({ nodeId, outcome }) => nodeId === root && outcome === 'continue')?.output
  const value = output === undefined ? undefined : stepInto(output, rest)
  const name = `outputs \`${text}\``
  if (check.absent)
    return value === undefined ? [] : [`${name}: expected nothing, got ${quoted(compactJson(value))}`]
  if (value === undefined) return [`${name}: it leads nowhere`]
  const mismatch = check.schema === undefined ? undefined : schemaValidator(check.schema)(plainJson(value))
  return [
    ...(check.value === undefined ? [] : sameValue(name, check.value, value)),
    ...textFaults(textOf(value), check).map((fault) => `${name}: ${fault}`),
    ...(mismatch === undefined
      ? []
      : [`${name}: does not fit its schema: ${mismatch.at} ${mismatch.problem}`]),
  ]
}

function checkReply(check: NonNullable<Expected['reply']>, { reply }: Observation): readonly string[] {
  if (reply === undefined) return ['reply: there was none']
  return [
    ...(check.status === undefined || check.status === reply.status
      ? []
      : [`reply: expected status ${check.status}, got ${reply.status}`]),
    ...(check.contentType === undefined || check.contentType === reply.contentType
      ? []
      : [`reply: expected content type ${quoted(check.contentType)}, got ${quoted(reply.contentType)}`]),
    ...textFaults(reply.body, check).map((fault) => `reply: ${fault}`),
  ]
}

/** With `call` that one must fit; without, one of them must, and none may hold what is forbidden. */
function checkPrompts(checks: Expected['prompts'], prompts: readonly string[]): readonly string[] {
  return checks.flatMap((check) => {
    if (check.call !== undefined) {
      const prompt = prompts[check.call - 1]
      return prompt === undefined
        ? [`prompts: there was no call ${check.call}`]
        : textFaults(prompt, check).map((fault) => `prompts: call ${check.call}: ${fault}`)
    }
    const { notContains, notMatches, ...wanted } = check
    const forbidden = { contains: [], notContains, ...(notMatches !== undefined && { notMatches }) }
    const positive = { ...wanted, notContains: [] }
    const isSeen =
      !saysAnything(positive) || prompts.some((prompt) => textFaults(prompt, positive).length === 0)
    return [
      ...(isSeen ? [] : [`prompts: none of ${prompts.length} is as expected`]),
      ...prompts.flatMap((prompt, index) =>
        textFaults(prompt, forbidden).map((fault) => `prompts: call ${index + 1}: ${fault}`),
      ),
    ]
  })
}
