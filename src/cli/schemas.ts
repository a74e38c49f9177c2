import { builtInVocabulary, contractSchema } from '../contract/index.ts'
import { configSchema } from '../lab/config/config-document.ts'
import type { JsonSchema } from '../kit/shape/index.ts'

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
    build: () => configSchema(builtInVocabulary()),
  },
}
