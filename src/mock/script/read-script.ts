import {
  defaulted,
  eitherOf,
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  text,
  type JsonSchema,
  type Place,
} from '../../kit/shape/index.ts'
import {
  hasErrors,
  parseYaml,
  problemIn,
  sourceText,
  type Located,
  type Problem,
  type SourceText,
} from '../../kit/source/index.ts'
import type { MockScript } from './script.ts'
import { RULE, TURN } from './turn-shape.ts'

export const MAX_SCRIPT_CHARS = 4 * 1_048_576

export interface ScriptResult {
  /** Absent when there is any error. */
  readonly script?: MockScript
  readonly problems: readonly Problem[]
  readonly sources: readonly SourceText[]
}

const DOCUMENT = object(
  {
    seed: optional(eitherOf(number({ whole: true }), text({ nonEmpty: true })), 'The seed of every draw.'),
    models: defaulted(
      list(text({ nonEmpty: true }), { nonEmpty: true }),
      ['mock-model'],
      'The models that are listed; requests may name any.',
    ),
    order: defaulted(
      oneOf('auto', 'history', 'requests'),
      'auto',
      'Whether the place in a conversation is read from its history or counted.',
    ),
    match: defaulted(list(RULE), [], 'Turns that answer whenever their condition fits; the first that fits.'),
    turns: defaulted(list(TURN), [], 'Turns in the order in which a conversation gets them.'),
    loop: defaulted(flag(), false, 'After the last turn the first follows again.'),
    default: optional(TURN, 'Said where no rule fits and no turn is left.'),
  },
  { passOver: ['$schema'] },
)

/** Reads a script, YAML or JSON. Never throws; every problem is told in one go. */
export function loadScript(file: string, written: string): ScriptResult {
  const source = sourceText(file, written)
  const problems: Problem[] = []
  const place: Place = {
    path: '',
    subject: '',
    lenient: false,
    report: (raw) => void problems.push(problemIn(source, raw)),
  }
  const script = written.length > MAX_SCRIPT_CHARS ? tooLarge(place) : readSource(source, place, problems)
  const sources = [source]
  return script === undefined || hasErrors(problems) ? { problems, sources } : { script, problems, sources }
}

function tooLarge(place: Place): undefined {
  const message = `the file is larger than ${MAX_SCRIPT_CHARS / 1_048_576} MiB, which no script is`
  place.report({ code: 'too-large', path: '', offset: 0, message })
}

function readSource(source: SourceText, place: Place, problems: Problem[]): MockScript | undefined {
  const { root, problems: syntax } = parseYaml(source)
  // what is said about templates for contracts helps nobody here
  problems.push(...syntax.map((each) => (each.code === 'empty-file' ? { ...each, hint: EXAMPLE } : each)))
  if (root === undefined) return undefined
  if (root.kind === 'map') return complete(DOCUMENT.read(root, place), root, place)
  place.report({
    code: 'wrong-type',
    path: '',
    offset: root.start,
    message: 'a script must be a mapping at the top level',
    hint: EXAMPLE,
  })
  return undefined
}

const EXAMPLE = 'the smallest script is `turns: ["Hello!"]`'

function complete(script: MockScript | undefined, root: Located, place: Place): MockScript | undefined {
  if (script === undefined) return undefined
  const isEmpty = script.turns.length === 0 && script.match.length === 0 && script.default === undefined
  if (!isEmpty) return script
  place.report({
    code: 'empty-script',
    path: '',
    offset: root.start,
    message: 'the script has neither turns nor match nor default, so it can say nothing',
    hint: EXAMPLE,
  })
  return undefined
}

export function scriptSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Holdfast mock script',
    description: 'What a mock model says.',
    ...DOCUMENT.schema(),
  }
}
