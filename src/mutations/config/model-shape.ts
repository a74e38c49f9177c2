import { defaulted, number, object, oneOf, optional, text, type Shape } from '../../kit/shape/index.ts'

const PROVIDERS = oneOf('ollama', 'openai', 'anthropic', 'google', 'openrouter')

/** Case and blanks around it do not matter. */
const PROVIDER: typeof PROVIDERS extends Shape<infer T> ? Shape<T> : never = {
  ...PROVIDERS,
  read: (node, place) =>
    PROVIDERS.read(
      node.kind === 'scalar' && typeof node.value === 'string'
        ? { ...node, value: node.value.trim().toLowerCase() }
        : node,
      place,
    ),
}

/**
 * The `model` section: who writes mutations when `mutations.written_by` says `model`. That `api_key` is a reference
 * and no key must be checked before variables are filled in, so it is not checked here.
 */
export const modelShape = object(
  {
    provider: defaulted(PROVIDER, 'ollama', 'Whose model it is.'),
    name: defaulted(text({ nonEmpty: true }), 'qwen3:8b', 'What the provider calls it.'),
    api_key: optional(text({ nonEmpty: true }), 'A reference such as `${OPENAI_API_KEY}`; never a key.'),
    base_url: optional(text({ nonEmpty: true }), "Another address than the provider's own."),
    temperature: defaulted(number({ atLeast: 0, atMost: 2 }), 0.8, 'How freely it writes.'),
  },
  { mayBeEmpty: true },
)
