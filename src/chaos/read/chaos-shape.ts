import { defaulted, item, object, refuse, required, text, type Shape } from '../../kit/shape/index.ts'
import { chaosPlan, type ChaosPlan, type PlannedFault } from '../plan.ts'
import { chaosVocabulary, type ChaosVocabulary } from '../vocabulary.ts'
import { contextAttacks } from './context-attacks.ts'
import { llmFault } from './llm-faults.ts'
import { toolFault } from './tool-faults.ts'

/** The keys of a chaos section, for whoever reads them among others. */
function chaosFields({ tool, llm, context }: ChaosVocabulary) {
  return {
    tool_faults: defaulted(entries(toolFault(tool)), [], 'What goes wrong with tools.'),
    llm_faults: defaulted(entries(llmFault(llm)), [], 'What goes wrong with the model.'),
    context_attacks: defaulted(contextAttacks(context), [], 'What hostile text reaches the agent.'),
  } as const
}

interface Lists {
  readonly tool_faults: readonly PlannedFault[]
  readonly llm_faults: readonly PlannedFault[]
  readonly context_attacks: readonly PlannedFault[]
}

function planOf({ tool_faults: tools, llm_faults: models, context_attacks: attacks }: Lists): ChaosPlan {
  return chaosPlan([...tools, ...models, ...attacks])
}

/** `{tool_faults, llm_faults, context_attacks}`, all of them optional. */
export function chaosShapeOf(vocabulary: ChaosVocabulary): Shape<ChaosPlan> {
  return mapped(object(chaosFields(vocabulary), { mayBeEmpty: true }), planOf)
}

/** A row of the chaos matrix. */
export interface Scenario {
  readonly name: string
  readonly description: string
  readonly plan: ChaosPlan
}

export function scenarioShapeOf(vocabulary: ChaosVocabulary): Shape<Scenario> {
  return mapped(
    object({
      name: required(text({ nonEmpty: true, takeNumbers: true }), 'What the matrix calls the scenario.'),
      description: defaulted(text(), '', 'For people.'),
      ...chaosFields(vocabulary),
    }),
    ({ name, description, ...lists }) => ({ name, description, plan: planOf(lists) }),
  )
}

/** Both with the built-in faults and attacks. */
export const chaosShape: Shape<ChaosPlan> = chaosShapeOf(chaosVocabulary())
export const scenarioShape: Shape<Scenario> = scenarioShapeOf(chaosVocabulary())

/** A list in which an entry may stand for nothing. An absent list is an empty one. */
function entries(entry: Shape<readonly PlannedFault[]>): Shape<readonly PlannedFault[]> {
  const expected = `a list of ${entry.expected}`
  return {
    expected,
    read(node, place) {
      if (node.kind === 'scalar' && node.value === null) return []
      if (node.kind !== 'list') return refuse(node, place, expected)
      const read = node.items.map((element, index) => entry.read(element, item(place, index)))
      return read.some((faults) => faults === undefined) ? undefined : read.flatMap((faults) => faults ?? [])
    },
    schema: () => ({ type: ['array', 'null'], items: entry.schema() }),
  }
}

function mapped<From, To>(shape: Shape<From>, change: (value: From) => To): Shape<To> {
  return {
    expected: shape.expected,
    read(node, place) {
      const value = shape.read(node, place)
      return value === undefined ? undefined : change(value)
    },
    schema: () => shape.schema(),
  }
}
