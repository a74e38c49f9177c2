import { defaulted, flag, required } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { jsonSchema as schemaShape, schemaValidator } from './json-schema-validator.ts'
import { parseJson, withoutFence } from './json-text.ts'
import { inWords } from '../in-words.ts'
import { broken, held } from './outcome.ts'

export const jsonSchema = defineCheck({
  name: 'json_schema',
  summary: 'The answer is JSON that fits this schema.',
  fields: {
    schema: required(schemaShape(), 'A JSON Schema (2020-12, 2019-09 or draft-07).'),
    allow_fence: defaulted(flag(), true, 'JSON alone in a Markdown code fence counts too.'),
  },
  wording: {
    'not-json': {
      says: ({ reason }) => `the answer is not JSON: ${inWords(reason)}`,
      passes: () => 'an answer that is JSON and nothing else',
    },
    'schema-mismatch': {
      says: ({ at, problem }) => `the answer does not fit the schema: ${inWords(at)} ${inWords(problem)}`,
    },
    negated: { says: () => 'the answer fits the schema' },
  },
  compile({ schema, allow_fence: allowFence }) {
    const validate = schemaValidator(schema)
    return ({ output }) => {
      const parsed = parseJson(allowFence ? withoutFence(output) : output)
      if (!parsed.ok) return broken('not-json', { reason: parsed.reason })
      const mismatch = validate(parsed.value)
      return mismatch === undefined ? held() : broken('schema-mismatch', { ...mismatch })
    }
  },
})
