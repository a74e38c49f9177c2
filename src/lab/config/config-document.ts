import { chaosShapeOf, scenarioShapeOf, type Scenario } from '../../chaos/read/chaos-shape.ts'
import { inlineContract } from '../../contract/read/document.ts'
import {
  defaulted,
  list,
  number,
  object,
  oneOf,
  optional,
  refuse,
  required,
  text,
  type JsonSchema,
  type Place,
  type Shape,
} from '../../kit/shape/index.ts'
import { entryOf } from '../../kit/source/index.ts'
import { modelShape, mutationsShapeOf } from '../../mutations/index.ts'
import { absentIfNull } from './absent-if-null.ts'
import { agentShape } from './agent-shape.ts'
import type { ConfigWords } from './config-words.ts'
import { runInvariants, runInvariantSchema } from './run-invariants.ts'
import { budgetShape, gateShape } from './run-shapes.ts'
import { DEFAULT_WEIGHTS, scoringShape } from './scoring-shape.ts'
import { advancedShape, outputShape, replaysShape, seedShape } from './sections.ts'

const VERSIONS = ['1.0', '2.0'] as const

/** `version: 2.0` without quotes is what people write. */
const VERSION: Shape<(typeof VERSIONS)[number]> = {
  ...oneOf(...VERSIONS),
  read(node, place) {
    const written = text({ takeNumbers: true, expected: '"1.0" or "2.0"' }).read(node, place)
    return written === undefined
      ? undefined
      : oneOf(...VERSIONS).read(
          node.kind === 'scalar'
            ? { ...node, value: /^\d$/u.test(written) ? `${written}.0` : written }
            : node,
          place,
        )
  },
  schema: () => ({ enum: [...VERSIONS, 1, 2] }),
}

/** Written once in the JSON Schema, however often the file may hold it. */
function matrixShape(words: ConfigWords): Shape<readonly Scenario[]> {
  return {
    ...list(scenarioShapeOf(words.chaos)),
    schema: () => ({ type: 'array', items: { $ref: '#/$defs/scenario' } }),
  }
}

/** Its checks are read by the contract's own reader; only the scenarios inside it are the lab's. */
function contractShape(words: ConfigWords): Shape<{ chaos_matrix?: readonly Scenario[] }> {
  const matrix = matrixShape(words)
  const inline = absentIfNull(
    object(
      { chaos_matrix: optional(matrix, 'The scenarios.') },
      { passOver: ['name', 'description', 'invariants'] },
    ),
  )
  const inFile = absentIfNull(
    object({
      file: required(text({ nonEmpty: true }), 'A contract file, beside this one.'),
      chaos_matrix: optional(matrix, 'The scenarios.'),
    }),
  )
  return {
    expected: 'a mapping with `name` and `invariants`, or with `file`',
    read(node, place) {
      if (node.kind === 'scalar')
        return refuse(node, place, 'a mapping', `for a file write contract: {file: ${node.written}}`)
      return entryOf(node, 'file') === undefined
        ? inline.read(node, quietAboutKeys(place))
        : inFile.read(node, place)
    },
    schema: () => {
      const whole = inlineContract(words.contract).schema() as { properties: Record<string, JsonSchema> }
      const invariants = {
        type: 'array',
        minItems: 1,
        items: { allOf: [{ $ref: '#/$defs/invariant' }, { required: ['id'] }] },
      }
      return {
        anyOf: [
          { ...whole, properties: { ...whole.properties, invariants, chaos_matrix: matrix.schema() } },
          inFile.schema(),
        ],
      }
    },
  }
}

/** The contract's reader tells unknown keys of the same mapping. */
function quietAboutKeys(place: Place): Place {
  return {
    ...place,
    report: (problem) => {
      if (problem.code !== 'unknown-key' || problem.path.includes('chaos_matrix')) place.report(problem)
    },
  }
}

/** The whole test configuration. Which parts are needed depends on the command and is asked for afterwards. */
export function configDocument(words: ConfigWords) {
  return absentIfNull(
    object(
      {
        version: defaulted(VERSION, '1.0', 'The version of this format.'),
        agent: optional(agentShape, 'The agent under test.'),
        golden_prompts: optional(list(text({ nonEmpty: true })), 'What the agent is asked.'),
        invariants: optional(
          runInvariants(words.contract),
          'What must hold of every answer to a golden prompt.',
        ),
        contract: optional(contractShape(words), 'What must hold under every scenario.'),
        chaos_matrix: optional(matrixShape(words), 'The scenarios of the contract.'),
        chaos: optional(
          chaosShapeOf(words.chaos),
          'What goes wrong in `holdfast run --chaos`; never part of the matrix.',
        ),
        mutations: optional(
          absentIfNull(mutationsShapeOf(words.mutations)),
          'How the golden prompts are rewritten.',
        ),
        model: optional(absentIfNull(modelShape), 'The model that may write mutations.'),
        replays: optional(replaysShape, 'Recorded incidents.'),
        scoring: defaulted(scoringShape, DEFAULT_WEIGHTS, 'Shares of the overall score.'),
        output: optional(outputShape, 'Where reports go.'),
        advanced: optional(advancedShape, 'Settings that older files have here.'),
        trials: optional(
          number({ whole: true, atLeast: 1, atMost: 1_000_000 }),
          'How often each cell is tried; 1.',
        ),
        concurrency: optional(
          number({ whole: true, atLeast: 1, atMost: 1000 }),
          'The most questions under way at once; 8.',
        ),
        isolation: defaulted(
          oneOf('cell', 'shared'),
          'cell',
          '`cell`: every cell has its own invocation; `shared`: one answer serves all invariants.',
        ),
        seed: optional(seedShape, 'Every draw of chance follows from it; 0.'),
        budget: optional(budgetShape, 'Where a run stops of its own accord.'),
        gate: optional(gateShape, 'What makes a run good enough.'),
      },
      { passOver: ['$schema'] },
    ),
  )
}

export function configSchema(words: ConfigWords): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Holdfast test configuration',
    description: 'An agent, what it is asked, what goes wrong around it, and what must hold.',
    ...configDocument(words).schema(),
    $defs: {
      invariant: runInvariantSchema(words.contract),
      scenario: scenarioShapeOf(words.chaos).schema(),
    },
  }
}
