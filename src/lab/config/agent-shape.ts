import {
  checked,
  defaulted,
  eitherOf,
  flag,
  list,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  text,
  type Shape,
  type ShapeValue,
} from '../../kit/shape/index.ts'
import { absentIfNull } from './absent-if-null.ts'
import { agentToolsShape } from './agent-tools-shape.ts'

export const AGENT_TYPES = ['http', 'module', 'python', 'langchain', 'command', 'openai', 'workflow'] as const

export type AgentType = (typeof AGENT_TYPES)[number]

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const METHOD: Shape<(typeof METHODS)[number]> = {
  ...oneOf(...METHODS),
  read: (node, place) =>
    oneOf(...METHODS).read(
      node.kind === 'scalar' && typeof node.value === 'string'
        ? { ...node, value: node.value.toUpperCase(), written: node.value.toUpperCase() }
        : node,
      place,
    ),
}

const URL_TEXT = checked(text({ nonEmpty: true, expected: 'a URL' }), (url) =>
  /^https?:\/\/[^\s/]/u.test(url)
    ? undefined
    : { code: 'bad-url', complaint: 'must begin with http:// or https://' },
)

const READY_FIELDS = absentIfNull(
  object({
    url: optional(URL_TEXT, 'Asked with GET until it answers with a status below 500.'),
    output: optional(
      text({ nonEmpty: true }),
      'A text that the agent prints once it is ready; a regex between slashes.',
    ),
    port: optional(
      number({ whole: true, atLeast: 1, atMost: 65_535 }),
      'A port that is open once it is ready; the one of its endpoint when nothing is written.',
    ),
    timeout: defaulted(
      number({ whole: true, atLeast: 100, atMost: 600_000 }),
      30_000,
      'How long the agent may take to start, in milliseconds.',
    ),
  }),
)

/** A bare URL means `{url}`. */
const READY: Shape<ShapeValue<typeof READY_FIELDS>> = {
  expected: 'a URL or a mapping with `url` or `output`',
  read(node, place) {
    if (node.kind !== 'scalar') return READY_FIELDS.read(node, place)
    const url = URL_TEXT.read(node, place)
    return url === undefined ? undefined : { url, timeout: 30_000 }
  },
  schema: () => ({ anyOf: [URL_TEXT.schema(), READY_FIELDS.schema()] }),
}

/** One text is split as a shell would, without running a shell; a list is taken word by word. */
const COMMAND = eitherOf(
  list(text(), { nonEmpty: true }),
  text({ nonEmpty: true, expected: 'a command line' }),
)

const AGENT_FIELDS = object({
  type: defaulted(oneOf(...AGENT_TYPES), 'http', 'How the agent is reached.'),
  endpoint: optional(
    text({ nonEmpty: true }),
    'A URL (http, openai), `module:attribute` (python, langchain), `./file.ts:export` (module), or a file (workflow).',
  ),
  method: defaulted(METHOD, 'POST', 'The HTTP method.'),
  request_template: optional(
    text({ nonEmpty: true }),
    'The body (or query) of the request; `{prompt}` and parsed keys are put in, escaped as JSON where it is JSON.',
  ),
  response_path: optional(
    text({ nonEmpty: true }),
    'Where in the reply the answer stands, such as `choices[0].message.content`.',
  ),
  query_params: defaulted(mapOf(text()), {}, 'Query parameters of every request.'),
  headers: defaulted(mapOf(text()), {}, 'Headers of every request.'),
  parse_structured_input: defaulted(
    flag(),
    true,
    'Prompts of `key: value` lines fill the placeholders of the template.',
  ),
  timeout: defaulted(
    number({ whole: true, atLeast: 1000, atMost: 300_000 }),
    30_000,
    'How long one answer may take, in milliseconds.',
  ),
  retries: optional(
    number({ whole: true, atLeast: 0, atMost: 5 }),
    'How often a request that could not be delivered is sent again; `advanced.retries` when absent.',
  ),
  reset_endpoint: optional(URL_TEXT, 'Asked with POST and no body to put the agent back to its first state.'),
  reset_function: optional(
    text({ nonEmpty: true }),
    '`module:function`, called without arguments to put the agent back to its first state.',
  ),
  command: optional(
    COMMAND,
    'For `type: command` the program that answers; for the others, what starts the agent. Started by the lab, stopped by the lab.',
  ),
  ready: optional(READY, 'How the lab knows that a started agent takes questions.'),
  cwd: optional(text({ nonEmpty: true }), 'The folder it is started in; that of this file when absent.'),
  env: defaulted(mapOf(text()), {}, 'Environment variables of the started agent.'),
  fresh_process: defaulted(
    flag(),
    false,
    'Ends and starts a started agent before each cell: slow, and the cleanest state there is.',
  ),
  isolation: defaulted(
    oneOf('none', 'process'),
    'none',
    'For `type: module`: in the process of the lab, or in one of its own, which can be stopped in a busy loop.',
  ),
  python: optional(
    text({ nonEmpty: true }),
    'For `type: python` and `langchain`: the interpreter, such as `.venv/bin/python`; else that of the active environment, else `python3`.',
  ),
  gateway_port: optional(
    number({ whole: true, atLeast: 1, atMost: 65_535 }),
    'A fixed port for the gateway, for an agent that runs already and is pointed at it; one question at a time.',
  ),
  prompt_via: defaulted(
    oneOf('stdin', 'argument'),
    'stdin',
    'How `type: command` gets the prompt: standard input, or in place of `{prompt}` in its words (else as the last).',
  ),
  copies: optional(
    number({ whole: true, atLeast: 1, atMost: 100 }),
    'The most copies of a started agent that run side by side, so that lanes do not share state; as many as questions are under way when absent.',
  ),
  tools: optional(agentToolsShape, 'Tools the lab may stand in front of.'),
  tool_registry: optional(
    text({ nonEmpty: true }),
    '`module:attribute` of a mapping or registry of tools that the lab may wrap.',
  ),
  upstream: defaulted(
    mapOf(URL_TEXT),
    {},
    'Where the gateway sends the requests of the agent to its model: anthropic, openai, gemini or openrouter.',
  ),
  mock: optional(
    text({ nonEmpty: true }),
    'A script of the mock model, which then answers in place of every provider; no key and no network is needed.',
  ),
  model: optional(text({ nonEmpty: true }), 'For `type: openai`: the model.'),
  system: optional(text({ nonEmpty: true }), 'For `type: openai`: the system prompt.'),
  api_key: optional(text({ nonEmpty: true }), 'For `type: openai`: a reference such as `${OPENAI_API_KEY}`.'),
  max_tokens: optional(
    number({ whole: true, atLeast: 1 }),
    'For `type: openai`: the longest answer, in tokens.',
  ),
  temperature: optional(number({ atLeast: 0, atMost: 2 }), 'For `type: openai`: the temperature.'),
})

/** The `agent` section. A configuration with several problems tells them all. */
export const agentShape = checked(absentIfNull(AGENT_FIELDS), ({ type, endpoint, command }) => {
  if (type === 'command')
    return command === undefined
      ? {
          code: 'missing-key',
          complaint: 'of type `command` needs `command`',
          hint: 'write command: ["node", "agent.mjs"]',
        }
      : undefined
  return endpoint === undefined
    ? {
        code: 'missing-key',
        complaint: `of type \`${type}\` needs \`endpoint\``,
        hint: `such as ${ENDPOINT_EXAMPLES[type]}`,
      }
    : undefined
})

const ENDPOINT_EXAMPLES: Record<Exclude<AgentType, 'command'>, string> = {
  http: 'endpoint: http://localhost:8000/invoke',
  module: 'endpoint: ./agent.ts:answer',
  python: 'endpoint: my_agent:answer',
  langchain: 'endpoint: my_agent:chain',
  openai: 'endpoint: http://localhost:8000/v1',
  workflow: 'endpoint: ./workflow.toml',
}

/** What `openTarget` gets. Environment variables are already filled in. */
export type AgentConfig = ShapeValue<typeof agentShape>
