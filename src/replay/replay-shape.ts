import { chaosShapeOf, type ChaosVocabulary } from '../chaos/index.ts'
import {
  anything,
  checked,
  defaulted,
  eitherOf,
  list,
  mapOf,
  number,
  object,
  optional,
  required,
  text,
  type ShapeValue,
} from '../kit/shape/index.ts'

const RESPONSE = object({
  tool: required(text({ nonEmpty: true }), 'The tool that answered.'),
  response: optional(anything(), 'What it said: a text, a mapping or nothing.'),
  status: optional(
    number({ whole: true, atLeast: 0, atMost: 599 }),
    'As HTTP counts; 400 and above, and 0, are failures.',
  ),
  latency_ms: optional(number({ atLeast: 0 }), 'How long it took.'),
})

const DRAW = object({
  seed: required(eitherOf(number({ whole: true }), text({ nonEmpty: true })), 'The seed of the run.'),
  scenario: required(text({ nonEmpty: true }), 'The scenario of the cell.'),
  trial: required(number({ whole: true, atLeast: 0 }), 'The trial of the cell.'),
})

/** A replay file. Files of other tools have more keys than they use; ours are refused when unknown. */
export function replayShape(vocabulary: ChaosVocabulary) {
  return checked(
    object({
      id: optional(text({ nonEmpty: true }), 'What it is called in results.'),
      name: optional(text({ nonEmpty: true }), 'What people call it.'),
      source: defaulted(text({ nonEmpty: true }), 'manual', 'Where it comes from.'),
      captured_at: optional(text({ nonEmpty: true }), 'When it happened.'),
      input: optional(text({ nonEmpty: true }), 'What the agent was asked.'),
      context: defaulted(
        list(mapOf(anything())),
        [],
        'Earlier messages (`role`, `content`) and what else the agent knew.',
      ),
      tool_responses: defaulted(
        list(RESPONSE),
        [],
        'What tools said; given again in this order, tool by tool.',
      ),
      expected_failure: optional(text({ nonEmpty: true }), 'What went wrong, in words.'),
      contract: optional(text({ nonEmpty: true }), "A contract's name or its file."),
      file: optional(text({ nonEmpty: true }), 'The whole session stands in this file.'),
      chaos: optional(chaosShapeOf(vocabulary), 'The faults of a failed cell, injected again.'),
      draw: optional(DRAW, 'What the draws of those faults depend on.'),
      invariants: optional(list(text({ nonEmpty: true })), 'Only these promises are judged.'),
    }),
    ({ file, id, input }) =>
      file === undefined && (id === undefined || input === undefined)
        ? {
            code: 'missing-key',
            complaint: 'needs `id` and `input`, or `file`',
            hint: 'write what the agent was asked as input:',
          }
        : undefined,
  )
}

export type WrittenReplay = ShapeValue<ReturnType<typeof replayShape>>
