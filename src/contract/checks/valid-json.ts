import { optional } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { jsonSchema, schemaValidator } from './json-schema-validator.ts'
import { parseJson } from './json-text.ts'
import { inWords } from '../in-words.ts'
import { broken, held } from './outcome.ts'

export const validJson = defineCheck({
  name: 'valid_json',
  summary: 'The whole answer is one JSON value and, when a schema is given, fits it.',
  fields: {
    schema: optional(jsonSchema(), 'A JSON Schema (2020-12, 2019-09 or draft-07) the value must fit.'),
  },
  wording: {
    'not-json': {
      says: ({ reason }) => `the answer is not JSON: ${inWords(reason)}`,
      passes: () => 'an answer that is JSON and nothing else, not even a code fence',
    },
    'schema-mismatch': {
      says: ({ at, problem }) => `the answer does not fit the schema: ${inWords(at)} ${inWords(problem)}`,
    },
    negated: { says: () => 'the answer is JSON' },
  },
  compile({ schema }) {
    const validate = schema === undefined ? undefined : schemaValidator(schema)
    return ({ output }) => {
      const parsed = parseJson(output)
      if (!parsed.ok) return broken('not-json', { reason: parsed.reason })
      const mismatch = validate?.(parsed.value)
      return mismatch === undefined ? held() : broken('schema-mismatch', { ...mismatch })
    }
  },
})
