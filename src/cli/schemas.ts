import { builtInVocabulary, contractSchema } from '../contract/index.ts'
import { configSchema } from '../lab/config/config-document.ts'
import { builtInWords } from '../lab/config/config-words.ts'
import { scenarioShape } from '../conformance/index.ts'
import type { JsonSchema } from '../kit/shape/index.ts'
import { workflowSchema } from '../workflow/index.ts'

/** Every kind of file that has a schema. */
export const SCHEMAS: Readonly<
  Record<string, { readonly summary: string; readonly build: () => JsonSchema }>
> = {
  contract: {
    summary: 'What an agent must always or never do (DSL 0.3 and 0.4).',
    build: () => contractSchema(builtInVocabulary()),
  },
  'test-configuration': {
    summary: 'An agent, what it is asked, what goes wrong around it, and what must hold.',
    build: () => configSchema(builtInWords()),
  },
  workflow: {
    summary: 'A graph of steps inside bounds: nodes, edges, triggers, policy, budgets.',
    build: workflowSchema,
  },
  scenario: {
    summary:
      'One case of a conformance corpus: what is run, what answers, what goes wrong, what must come of it.',
    build: () => ({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Holdfast scenario',
      ...scenarioShape.schema(),
    }),
  },
}
