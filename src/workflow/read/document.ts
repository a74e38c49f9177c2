import {
  anything,
  checked,
  defaulted,
  flag,
  list,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  required,
  text,
  type ObjectOf,
} from '../../kit/shape/index.ts'
import { PROVIDERS } from '../model.ts'
import { count } from './field-shapes.ts'
import { duration } from './duration.ts'

const name = text({ nonEmpty: true })
const names = list(text())

const retry = object({
  max_attempts: required(count(0, 1000), 'attempts in all, the first included'),
  backoff_ms: defaulted(count(0), 100, 'the wait before the second attempt; it grows with each'),
  on: defaulted(oneOf('any', 'transient'), 'any', 'which errors are tried again; denials never are'),
  jitter: defaulted(number({ atLeast: 0, atMost: 1 }), 0, 'by which share the wait may differ, 0.5 at most'),
})

/** What every node may say, whatever its type. */
export const NODE_FIELDS = {
  id: required(name, 'its name in paths and edges'),
  type: required(name, 'what it does'),
  retry: optional(retry, 'whether an error is tried again'),
}

export const edgeShape = object({
  from: required(name, 'a node id'),
  to: required(name, 'a node id'),
  when: optional(text(), 'the label it is for'),
  else: defaulted(flag(), false, 'taken when no other edge fits'),
  max_iterations: optional(count(0), 'makes it a loop edge and bounds it'),
})

const startShape = object({
  name: required(name, 'its name'),
  source: required(oneOf('event', 'http', 'manual'), 'how it is meant to be triggered'),
  entry_node: optional(name, 'the node it begins at; the only one nothing leads to when absent'),
})

const routeShape = object({
  method: required(name, 'GET, POST, …'),
  path: required(
    checked(name, (path) =>
      path.startsWith('/') && !/[?#]/u.test(path)
        ? undefined
        : { code: 'bad-path', complaint: 'must begin with `/` and hold neither `?` nor `#`' },
    ),
    'the exact path',
  ),
  start_node: required(name, 'the start it triggers'),
  input_schema: optional(anything('a JSON Schema, or the file of one'), 'what the body must be'),
  auth: optional(name, '`bearer`, `basic`, `hmac`, or with a name behind a colon'),
  rate_limit: optional(
    object({
      capacity: required(count(1), 'how many requests may come at once'),
      per_second: required(number({ above: 0 }), 'how many a second may come for ever'),
    }),
    'more than this is refused',
  ),
  idempotency_key: optional(name, 'the path in the payload that tells repeats, or `body_sha256`'),
  idempotency_ttl_secs: defaulted(count(1), 86_400, 'how long a repeat is recognised'),
})

const WATCHED = ['create', 'modify', 'remove', 'delete', 'rename'] as const
const watchedEvent = checked(text(), (event) =>
  (WATCHED as readonly string[]).includes(event.toLowerCase())
    ? undefined
    : { code: 'unknown-event', complaint: `must be one of ${WATCHED.join(', ')}` },
)

/** Triggers by their type. */
export const TRIGGERS = {
  'mcp.resource.updated': object({
    type: required(name, ''),
    server: required(name, ''),
    resource: required(name, ''),
    start_node: required(name, ''),
  }),
  'mcp.resource.created': object({
    type: required(name, ''),
    server: required(name, ''),
    resource: required(name, ''),
    start_node: required(name, ''),
  }),
  'internal.event': object({
    type: required(name, ''),
    name: required(name, ''),
    start_node: required(name, ''),
  }),
  cron: object({ type: required(name, ''), schedule: required(name, ''), start_node: required(name, '') }),
  interval: object({
    type: required(name, ''),
    every: required(duration(), ''),
    start_node: required(name, ''),
  }),
  fs_watch: object({
    type: required(name, ''),
    path: required(name, ''),
    start_node: required(name, ''),
    recursive: defaulted(flag(), false, ''),
    events: defaulted(list(watchedEvent), [], ''),
    debounce_ms: defaulted(count(0, 3_600_000), 250, ''),
  }),
} as const

export const policyShape = object({
  fs: optional(
    object({
      read: defaulted(names, [], 'paths that may be read'),
      write: defaulted(names, [], 'paths that may be written'),
      delete: defaulted(names, [], 'paths that may be deleted'),
      list: defaulted(names, [], 'folders that may be listed; those of `read` when empty'),
    }),
    'files',
  ),
  env: optional(object({ read_keys: defaulted(names, [], 'variables that may be read') }), 'environment'),
  http: optional(
    object({
      urls: defaulted(names, [], 'URLs that may be asked'),
      methods: defaulted(names, [], 'methods that may be used; every one when empty'),
      allow_private: defaulted(flag(), false, 'names may resolve to addresses that are not public'),
    }),
    'requests',
  ),
  shell: optional(
    object({ commands: defaulted(names, [], 'programs, with arguments where they matter') }),
    'programs',
  ),
  mcp: optional(
    object({
      servers: defaulted(names, [], 'informational'),
      tools: defaulted(names, [], 'tools that may be called'),
      resources: defaulted(names, [], 'resources that may be read'),
    }),
    'MCP',
  ),
  rego: optional(
    checked(anything('a table'), () => ({
      code: 'unsupported-policy',
      complaint: 'cannot be enforced here, so the workflow is not run',
      hint: 'put the rule into the lists, or into a contract: [contract] file = "contract.yaml"',
    })),
    'not supported',
  ),
})

export type PolicyFields = ObjectOf<(typeof policyShape)['fields']>

const bearerShape = object({ token_env: required(name, 'the variable that holds the token') })
const basicShape = object({
  user_env: required(name, 'the variable that holds the user'),
  password_env: required(name, 'the variable that holds the password'),
})
const hmacShape = object({
  secret_env: required(name, 'the variable that holds the secret'),
  header: defaulted(name, 'x-hub-signature-256', 'the header with the signature'),
  prefix: defaulted(text(), 'sha256=', 'what stands before the hexadecimal signature'),
})

const backendShape = object({
  name: required(
    checked(name, (value) =>
      value === 'default'
        ? {
            code: 'reserved-name',
            complaint: 'must not be `default`, which the command line provides',
            hint: 'call it something else',
          }
        : undefined,
    ),
    'what nodes call it',
  ),
  provider: required(oneOf(...PROVIDERS), 'whose wire format it speaks'),
  model: required(name, 'the model'),
  api_key_env: optional(name, 'the variable that holds the key'),
  base_url: optional(name, 'where it is, up to the version'),
  max_tokens: optional(count(1), 'the tokens of one answer'),
})

/** A workflow file without its nodes, edges and triggers, which are read one by one. */
export const documentShape = object(
  {
    name: required(text(), 'its name'),
    description: optional(text(), 'informational'),
    start_nodes: defaulted(list(startShape), [], 'where runs begin'),
    http_routes: defaulted(list(routeShape), [], 'webhooks'),
    policy: optional(policyShape, 'what it may touch'),
    auth: optional(
      object({
        bearer: optional(mapOf(bearerShape), 'bearer tokens by name'),
        basic: optional(mapOf(basicShape), 'users by name'),
        hmac: optional(mapOf(hmacShape), 'signatures by name'),
        oidc: optional(anything(), 'not supported; routes that use it are not served'),
        mtls: optional(anything(), 'not supported; routes that use it are not served'),
      }),
      'how callers prove who they are',
    ),
    budget: optional(
      object({
        max_memory_mb: optional(count(1), 'of the process'),
        max_cpu_secs: optional(count(1), 'of the process'),
        max_run_time_secs: optional(count(0), '0 sets none'),
        max_fs_write_mb: optional(count(0), '0 sets none'),
        max_llm_tokens: optional(count(0), '0 allows no call'),
      }),
      'what a run may use',
    ),
    mcp_servers: defaulted(
      list(
        object({
          name: required(name, 'what nodes call it'),
          command: required(list(text(), { nonEmpty: true }), 'the program and its arguments'),
          allow_tools: defaulted(names, [], 'tools that may be called; none when empty'),
          allow_resources: defaulted(names, [], 'resources that may be read; none when empty'),
        }),
      ),
      [],
      'MCP servers',
    ),
    intelligence: optional(
      object({ backends: defaulted(list(backendShape), [], 'models by name') }),
      'models',
    ),
    contract: optional(
      object({ file: required(name, 'a contract') }),
      'judges every tool node before it acts',
    ),
    logging: optional(anything('a table'), 'informational'),
    server: optional(anything('a table'), 'not supported'),
    signing: optional(
      checked(anything('a table'), (value) =>
        (value as { required?: unknown }).required === true
          ? {
              code: 'unsupported-signing',
              complaint: 'asks for a signature, which cannot be checked here',
              hint: 'remove it, or set required = false',
            }
          : undefined,
      ),
      'not supported',
    ),
  },
  { passOver: ['nodes', 'edges', 'triggers'] },
)

export type DocumentFields = ObjectOf<(typeof documentShape)['fields']>
