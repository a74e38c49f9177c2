import {
  checked,
  eitherOf,
  list,
  object,
  oneOf,
  optional,
  required,
  text,
  type JsonSchema,
  type Place,
  type Shape,
} from '../../kit/shape/index.ts'
import { entryOf, type Located, type LocatedMap } from '../../kit/source/index.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { constraintItem } from './constraint-item.ts'
import type { ClauseDraft } from './draft.ts'
import { outputItem } from './output-item.ts'
import { processItem } from './process-item.ts'
import { DRIFT, METADATA, RECOVERY, RELIABILITY, SATISFACTION, UPSTREAM } from './sections.ts'

const DSL_VERSIONS = new Set(['0.3', '0.4'])
const DSL_VERSION = checked(text({ takeNumbers: true, expected: '"0.3" or "0.4"' }), (version) =>
  DSL_VERSIONS.has(version)
    ? undefined
    : { code: 'wrong-type', complaint: `must be "0.3" or "0.4", not "${version.slice(0, 40)}"` },
)

/** The whole file of DSL 0.3 and 0.4. What `extends` may provide is optional here and asked for after merging. */
export function contractDocument(vocabulary: Vocabulary) {
  const constraints = (section: Parameters<typeof constraintItem>[0]) =>
    list(constraintItem(section, vocabulary))
  const invariants = object(
    {
      hard: optional(
        constraints('invariants.hard'),
        'Constraints on the state that must hold at the end of every turn.',
      ),
      soft: optional(constraints('invariants.soft'), 'Constraints that may be missed and recovered from.'),
      process: optional(
        orNothing(list(processItem(vocabulary))),
        'Operators on what the agent does; DSL 0.4.',
      ),
      output: optional(
        list(outputItem(vocabulary)),
        "Checks on the agent's answers, in the lab and in production.",
      ),
    },
    { mayBeEmpty: true },
  )
  const governance = object(
    {
      hard: optional(
        constraints('governance.hard'),
        'The same as `invariants.hard`, for rules of the organisation.',
      ),
      soft: optional(constraints('governance.soft'), 'The same as `invariants.soft`.'),
    },
    { mayBeEmpty: true },
  )
  return object(
    {
      dsl_version: optional(DSL_VERSION, 'The version of this language; `process` needs "0.4".'),
      contractspec: optional(text({ takeNumbers: true }), 'The version of the file format.'),
      kind: optional(oneOf('agent', 'pipeline'), 'What makes the promises.'),
      name: optional(text({ nonEmpty: true }), 'What the contract is called.'),
      description: optional(text(), 'What it is for.'),
      version: optional(text({ takeNumbers: true }), 'Your own version of it.'),
      extends: optional(
        eitherOf(text({ nonEmpty: true }), list(text({ nonEmpty: true }))),
        'Contracts to build on: paths, or names of templates.',
      ),
      metadata: optional(METADATA, 'For people and catalogues.'),
      preconditions: optional(
        constraints('preconditions'),
        'What must be true of the state before the first act.',
      ),
      invariants: optional(invariants, 'What the agent must always or never do.'),
      governance: optional(governance, 'Rules of the organisation.'),
      recovery: optional(RECOVERY, 'What a violation leads to.'),
      satisfaction: optional(SATISFACTION, '(p, δ, k).'),
      drift: optional(DRIFT, 'How D(t) is computed.'),
      reliability: optional(RELIABILITY, 'How Θ is computed.'),
      upstream: optional(UPSTREAM, 'Where the proxy sends requests.'),
    },
    { passOver: ['$schema'] },
  )
}

export type ContractDocument = NonNullable<ReturnType<ReturnType<typeof contractDocument>['read']>>

/** Keys that a contract must have once everything it extends is merged in. */
export const REQUIRED_KEYS = ['contractspec', 'kind', 'name', 'description', 'version'] as const

export function contractSchema(vocabulary: Vocabulary): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Holdfast contract',
    description: 'What an AI agent must always or never do.',
    ...contractDocument(vocabulary).schema(),
    anyOf: [{ required: ['extends'] }, { required: [...REQUIRED_KEYS] }],
  }
}

/** The `contract` of a test configuration: named checks in place of sections. */
export function inlineContract(vocabulary: Vocabulary) {
  return object(
    {
      name: required(text({ nonEmpty: true }), 'What the contract is called.'),
      description: optional(text(), 'What it is for.'),
      invariants: required(
        list(outputItem(vocabulary), { nonEmpty: true }),
        'What must hold under every scenario.',
      ),
    },
    // the lab reads it
    { passOver: ['chaos_matrix'] },
  )
}

/** A test configuration holds its contract under `contract`; a contract has its keys at the top. */
export function isTestConfiguration(root: Located): root is LocatedMap {
  if (root.kind !== 'map' || entryOf(root, 'contractspec') !== undefined) return false
  return ['contract', 'chaos_matrix', 'golden_prompts', 'agent'].some(
    (key) => entryOf(root, key) !== undefined,
  )
}

/** Under 0.3 `process` is not part of the language, so it is taken out before anything reads it. */
export function withoutProcess(root: Located, place: Place, version: string | undefined): Located {
  const invariants = entryOf(root, 'invariants')
  const process = entryOf(invariants?.value, 'process')
  if (root.kind !== 'map' || invariants?.value.kind !== 'map' || process === undefined) return root
  place.report({
    level: 'warning',
    code: 'process-ignored',
    path: 'invariants.process',
    offset: process.keyStart,
    message:
      version === undefined
        ? 'the contract names no dsl_version, so it is read as "0.3" and its process section is ignored'
        : 'under dsl_version "0.3" the process section is ignored',
    hint: 'write dsl_version: "0.4" to have it enforced',
  })
  const rest: LocatedMap = {
    ...invariants.value,
    entries: invariants.value.entries.filter((entry) => entry !== process),
  }
  return {
    ...root,
    entries: root.entries.map((entry) => (entry === invariants ? { ...entry, value: rest } : entry)),
  }
}

export function clausesOf(document: ContractDocument): readonly ClauseDraft[] {
  const { preconditions, invariants, governance } = document
  return [
    ...(preconditions ?? []),
    ...(invariants?.hard ?? []),
    ...(invariants?.soft ?? []),
    ...(governance?.hard ?? []),
    ...(governance?.soft ?? []),
    ...(invariants?.process ?? []).flat(),
    ...(invariants?.output ?? []),
  ]
}

/** `process:` with nothing after it is an empty list. */
function orNothing<T>(shape: Shape<readonly T[]>): Shape<readonly T[]> {
  return {
    ...shape,
    read: (node, place) => (node.kind === 'scalar' && node.value === null ? [] : shape.read(node, place)),
  }
}
