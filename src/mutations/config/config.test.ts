import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import type { Shape } from '../../kit/shape/index.ts'
import { parseYaml, sourceText, type RawProblem } from '../../kit/source/index.ts'
import { DEFAULT_TYPES } from '../vocabulary.ts'
import { modelShape } from './model-shape.ts'
import { mutationSettings } from './mutation-settings.ts'
import { mutationsShape } from './mutations-shape.ts'

function read<T>(
  shape: Shape<T>,
  yaml: string,
): { readonly value: T | undefined; readonly problems: readonly string[] } {
  const { root } = parseYaml(sourceText('case.yaml', yaml))
  const problems: RawProblem[] = []
  const subject = 'mutations'
  const place = { path: subject, subject, lenient: false, report: (raw: RawProblem) => problems.push(raw) }
  const value = shape.read(root!, place)
  return { value, problems: problems.map(({ level = 'error', code, path }) => `${level} ${code} ${path}`) }
}

test('an empty section has the defaults', () => {
  expect(read(mutationsShape, '{}').value).toEqual({
    count: 10,
    types: DEFAULT_TYPES,
    weights: {},
    custom_templates: {},
    written_by: 'rules',
  })
})

test('a section as other tools write it is read', () => {
  const { value, problems } = read(
    mutationsShape,
    'count: 20\ntypes: [noise, custom]\nweights: {noise: 2}\ncustom_templates:\n  polite: "{prompt} Thanks!"\n  bad: {template: "No: {prompt}", intent: broken}',
  )
  expect(problems).toEqual([])
  expect(mutationSettings(value!)).toEqual({
    count: 20,
    types: ['noise', 'custom'],
    weights: { noise: 2 },
    templates: [
      { name: 'polite', template: '{prompt} Thanks!', intent: 'preserved' },
      { name: 'bad', template: 'No: {prompt}', intent: 'broken' },
    ],
  })
})

test('templates without a list of types are used', () => {
  const { value } = read(mutationsShape, 'custom_templates: {polite: "{prompt} Thanks!"}')
  expect(value?.types).toEqual([...DEFAULT_TYPES, 'custom'])
})

test.each([
  ['an unknown type', 'types: [nosie]', 'error wrong-type mutations.types[0]'],
  ['no types', 'types: []', 'error empty-list mutations.types'],
  ['a type twice', 'types: [noise, noise]', 'error duplicate-type mutations.types'],
  ['too many', 'count: 51', 'error wrong-type mutations.count'],
  ['none', 'count: 0', 'error wrong-type mutations.count'],
  ['a negative weight', 'weights: {noise: -1}', 'error wrong-type mutations.weights.noise'],
  ['a weight of an unknown type', 'weights: {nosie: 1}', 'error unknown-key mutations.weights.nosie'],
  ['an unknown key', 'typs: [noise]', 'error unknown-key mutations.typs'],
  [
    'a template without a place for the prompt',
    'custom_templates: {x: hello}',
    'error no-placeholder mutations.custom_templates.x',
  ],
  ['`custom` without templates', 'types: [custom]', 'error no-templates mutations.types'],
])('%s is refused at its place', (_, yaml, problem) => {
  const { value, problems } = read(mutationsShape, yaml)
  expect(problems).toEqual([problem])
  if (!problem.includes('unknown-key')) expect(value).toBeUndefined()
})

test('templates that nothing uses are warned about', () => {
  const { value, problems } = read(mutationsShape, 'types: [noise]\ncustom_templates: {x: "{prompt}!"}')
  expect(problems).toEqual(['warning unused-templates mutations.types'])
  expect(value?.types).toEqual(['noise'])
})

test('the model section takes providers in any case', () => {
  expect(read(modelShape, 'provider: " OpenAI "\nname: some-model').value).toEqual({
    provider: 'openai',
    name: 'some-model',
    temperature: 0.8,
  })
  expect(read(modelShape, 'provider: acme').problems).toEqual(['error wrong-type mutations.provider'])
})

test('the schema lists every type', () => {
  expect(JSON.stringify(mutationsShape.schema())).toContain('"http_header_injection"')
})

test('the examples of the guide are read without a complaint', () => {
  const guide = readFileSync(new URL('../../../docs/mutations.md', import.meta.url), 'utf8')
  const examples = Array.from(guide.matchAll(/```yaml\n([^`]+)```/gu), ([, yaml]) => yaml!)
  expect(examples).toHaveLength(2)
  for (const example of examples) {
    const sections = parse(example) as Readonly<Record<'mutations' | 'model', unknown>>
    expect(read(mutationsShape, stringify(sections.mutations)).problems).toEqual([])
    expect(read(modelShape, stringify(sections.model ?? {})).problems).toEqual([])
  }
})
