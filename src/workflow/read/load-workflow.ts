import {
  compileContract,
  loadContract,
  type CompiledContract,
  type FileText,
  type Vocabulary,
} from '../../contract/index.ts'
import { schemaValidator } from '../../contract/checks/json-schema-validator.ts'
import { hash53 } from '../../kit/hash.ts'
import type { Place } from '../../kit/shape/index.ts'
import {
  entryOf,
  hasErrors,
  parseToml,
  problemIn,
  sourceText,
  type Located,
  type Problem,
  type RawProblem,
  type SourceText,
} from '../../kit/source/index.ts'
import type { JsonValue } from '../../model/index.ts'
import type { AnyNode } from '../define-node.ts'
import type { AuthScheme, BackendSpec, HttpRoute, Workflow } from '../model.ts'
import { NODES } from '../nodes/index.ts'
import type { Policy } from '../policy/policy.ts'
import { validateWorkflow } from '../validate/validate-workflow.ts'
import { documentShape, type DocumentFields, type PolicyFields } from './document.ts'
import { readEdges, readNodes, readTriggers } from './read-nodes.ts'

export interface LoadWorkflowOptions {
  /** Reads a file that another file names. Without it sub-workflows and schemas cannot be found. */
  readonly readFile?: (name: string, from: string) => FileText
  /** The words of its contract; the built-in ones when absent. */
  readonly vocabulary?: Vocabulary
  /** Backends the runtime brings along; every other name must be in the file. */
  readonly backends?: readonly string[]
  readonly nodes?: readonly AnyNode[]
}

export interface LoadWorkflowResult {
  /** Absent when something is wrong. */
  readonly workflow?: Workflow
  /** Of the file and of all it names, errors and warnings. */
  readonly problems: readonly Problem[]
  readonly sources: readonly SourceText[]
}

export const MAX_WORKFLOW_CHARS = 2_000_000

/** Reads a workflow and every file it names, and tells all problems in one go. */
export function loadWorkflow(
  file: string,
  text: string,
  options: LoadWorkflowOptions = {},
): LoadWorkflowResult {
  const loader = new Loader(options)
  const workflow = loader.load(file, text)
  const isRight = workflow !== undefined && !hasErrors(loader.problems)
  return { ...(isRight && { workflow }), problems: loader.problems, sources: loader.sources }
}

class Loader {
  readonly problems: Problem[] = []
  readonly sources: SourceText[] = []
  readonly #options: LoadWorkflowOptions
  readonly #loaded = new Map<string, Workflow | undefined>()
  readonly #types: ReadonlyMap<string, AnyNode>

  constructor(options: LoadWorkflowOptions) {
    this.#options = options
    this.#types = new Map((options.nodes ?? NODES).map((node) => [node.name, node]))
  }

  load(file: string, text: string): Workflow | undefined {
    const source = sourceText(file, text)
    this.sources.push(source)
    const report = (raw: RawProblem) => void this.problems.push(problemIn(source, raw))
    if (text.length > MAX_WORKFLOW_CHARS) {
      report({
        code: 'too-large',
        path: '',
        offset: 0,
        message: `a workflow has at most ${MAX_WORKFLOW_CHARS} characters`,
      })
      return undefined
    }
    const parsed = parseToml(source)
    this.problems.push(...parsed.problems)
    const root = parsed.root === undefined ? undefined : unwrapped(parsed.root, report)
    return root === undefined ? undefined : this.#read(root, file, text, report)
  }

  #read(root: Located, file: string, text: string, report: (raw: RawProblem) => void): Workflow | undefined {
    const place: Place = { path: '', subject: '', lenient: false, report }
    const fields = documentShape.read(root, place)
    const nodes = readNodes(root, place, this.#types)
    const edges = readEdges(root, place)
    const triggers = readTriggers(root, place)
    if (fields === undefined) return undefined
    const contract = this.#contract(file, fields.contract?.file, root, report)
    const children = new Map<string, Workflow>()
    const schemas = new Map<string, JsonValue>()
    const workflow: Workflow = {
      name: fields.name,
      file,
      ...(fields.description !== undefined && { description: fields.description }),
      startNodes: fields.start_nodes.map(({ name, source, entry_node }) => ({
        name,
        source,
        ...(entry_node !== undefined && { entryNode: entry_node }),
      })),
      triggers: triggers.specs.map(({ at: _at, ...spec }) => spec),
      httpRoutes: fields.http_routes.map(routeOf),
      nodes: nodes.specs,
      edges: edges.specs,
      ...(fields.policy !== undefined && { policy: policyOf(fields.policy) }),
      auth: authOf(fields.auth),
      budget: budgetOf(fields.budget),
      mcpServers: fields.mcp_servers.map(({ name, command, allow_tools, allow_resources }) => ({
        name,
        command,
        allowTools: allow_tools,
        allowResources: allow_resources,
      })),
      backends: (fields.intelligence?.backends ?? []).map(backendOf),
      ...(fields.contract !== undefined && { contractFile: fields.contract.file }),
      ...(contract !== undefined && { contract }),
      children,
      schemas,
      hash: hash53(text).toString(16),
    }
    this.#loaded.set(file, workflow)
    this.#loadNamed(workflow, root, children, schemas, report)
    validateWorkflow({
      workflow,
      root,
      triggers: triggers.specs,
      isComplete: nodes.isComplete && edges.isComplete,
      knownBackends: [
        ...(this.#options.backends ?? ['default']),
        ...workflow.backends.map(({ name }) => name),
      ],
      report,
    })
    return nodes.isComplete && edges.isComplete && triggers.isComplete ? workflow : undefined
  }

  /** Sub-workflows and schemas, each read once however often it is named. */
  #loadNamed(
    workflow: Workflow,
    root: Located,
    children: Map<string, Workflow>,
    schemas: Map<string, JsonValue>,
    report: (raw: RawProblem) => void,
  ): void {
    for (const { definition, fields, at } of workflow.nodes) {
      for (const path of definition.children?.(fields) ?? []) {
        const child = this.#child(path, workflow.file)
        if (typeof child !== 'string') {
          if (child !== undefined) children.set(path, child)
          continue
        }
        const where = entryOf(at, 'workflow')?.value ?? entryOf(at, 'branches')?.value ?? at
        report({
          code: 'missing-workflow',
          path: '',
          offset: where.start,
          message: `cannot read the workflow \`${path}\`: ${child}`,
          hint: 'paths are looked up next to this file, then in the working directory',
        })
      }
      const schemaPath = definition.schema?.(fields)
      if (schemaPath !== undefined && schemaPath !== 'inline' && !schemas.has(schemaPath))
        this.#schema(schemaPath, workflow.file, schemas, entryOf(at, 'output_schema')!.value.start, report)
    }
    for (const { inputSchema, at } of routeSchemas(workflow, root))
      if (typeof inputSchema === 'string') this.#schema(inputSchema, workflow.file, schemas, at, report)
      else checkSchema(inputSchema, 'input_schema', at, report)
  }

  #child(path: string, from: string): Workflow | string | undefined {
    const read = this.#options.readFile?.(path, from)
    if (read === undefined) return 'no folder is known to look it up in'
    if (!read.ok) return read.reason
    return this.#loaded.has(read.file) ? this.#loaded.get(read.file) : this.load(read.file, read.text)
  }

  #schema(
    path: string,
    from: string,
    schemas: Map<string, JsonValue>,
    offset: number,
    report: (raw: RawProblem) => void,
  ): void {
    const read = this.#options.readFile?.(path, from)
    if (read === undefined || !read.ok) {
      report({
        level: 'warning',
        code: 'missing-schema',
        path: '',
        offset,
        message: `cannot read the schema \`${path}\`, so it cannot be enforced; answers must only be JSON`,
        hint: 'write "inline" where any JSON will do',
      })
      return
    }
    let schema: JsonValue
    try {
      schema = JSON.parse(read.text) as JsonValue
    } catch {
      report({
        code: 'bad-schema',
        path: '',
        offset,
        message: `\`${path}\` is not JSON`,
        hint: 'a JSON Schema is written in JSON',
      })
      return
    }
    if (checkSchema(schema, path, offset, report)) schemas.set(path, schema)
  }

  #contract(
    file: string,
    contractFile: string | undefined,
    root: Located,
    report: (raw: RawProblem) => void,
  ): CompiledContract | undefined {
    if (contractFile === undefined) return undefined
    const offset = entryOf(entryOf(root, 'contract')?.value, 'file')!.value.start
    const read = this.#options.readFile?.(contractFile, file)
    if (read === undefined || !read.ok) {
      report({
        code: 'missing-contract',
        path: 'contract.file',
        offset,
        message: `cannot read the contract \`${contractFile}\`: ${read === undefined ? 'no folder is known' : read.reason}`,
      })
      return undefined
    }
    const { vocabulary } = this.#options
    const words = vocabulary === undefined ? {} : { vocabulary }
    const { contract, problems, sources } = loadContract(read.file, read.text, {
      ...words,
      readFile: (name, from) => this.#options.readFile!(name, from ?? read.file),
    })
    this.problems.push(...problems)
    this.sources.push(...sources)
    return contract === undefined ? undefined : compileContract(contract, words)
  }
}

function checkSchema(
  schema: JsonValue,
  name: string,
  offset: number,
  report: (raw: RawProblem) => void,
): boolean {
  try {
    schemaValidator(schema as object)
    return true
  } catch (error) {
    report({
      code: 'bad-schema',
      path: '',
      offset,
      message: `\`${name}\` is not a usable JSON Schema: ${(error as Error).message.split('\n')[0]}`,
      hint: 'drafts 7, 2019-09 and 2020-12 are understood',
    })
    return false
  }
}

/** The schemas of routes, each with its place. */
function routeSchemas(
  { httpRoutes }: Workflow,
  root: Located,
): readonly { readonly inputSchema: JsonValue; readonly at: number }[] {
  const tables = entryOf(root, 'http_routes')?.value
  return httpRoutes.flatMap(({ inputSchema }, index) => {
    const table = tables?.kind === 'list' ? tables.items[index] : undefined
    return inputSchema === undefined
      ? []
      : [{ inputSchema, at: entryOf(table, 'input_schema')?.value.start ?? 0 }]
  })
}

/** `[[workflows]]` may hold the whole of it, once. */
function unwrapped(root: Located, report: (raw: RawProblem) => void): Located | undefined {
  const wrapped = entryOf(root, 'workflows')
  if (wrapped === undefined) return root
  if (wrapped.value.kind === 'list' && wrapped.value.items.length === 1) return wrapped.value.items[0]
  const count = wrapped.value.kind === 'list' ? wrapped.value.items.length : 0
  report({
    code: 'several-workflows',
    path: 'workflows',
    offset: wrapped.keyStart,
    message: `expected exactly one [[workflows]] entry; found ${count}`,
    hint: 'one file holds one workflow; call others with a `call` node',
  })
  return undefined
}

function routeOf(route: DocumentFields['http_routes'][number]): HttpRoute {
  const { method, path, start_node, input_schema, auth, rate_limit, idempotency_key, idempotency_ttl_secs } =
    route
  return {
    method: method.toUpperCase(),
    path,
    startNode: start_node,
    ...(input_schema !== undefined && { inputSchema: input_schema as JsonValue }),
    ...(auth !== undefined && { auth }),
    ...(rate_limit !== undefined && {
      rateLimit: { capacity: rate_limit.capacity, perSecond: rate_limit.per_second },
    }),
    ...(idempotency_key !== undefined && { idempotencyKey: idempotency_key }),
    idempotencyTtlSecs: idempotency_ttl_secs,
  }
}

export function policyOf({ fs, env, http, shell, mcp }: PolicyFields): Policy {
  return {
    fs: { read: fs?.read ?? [], write: fs?.write ?? [], delete: fs?.delete ?? [], list: fs?.list ?? [] },
    envKeys: env?.read_keys ?? [],
    http: {
      urls: http?.urls ?? [],
      methods: http?.methods ?? [],
      allowPrivate: http?.allow_private ?? false,
    },
    commands: shell?.commands ?? [],
    mcp: { tools: mcp?.tools ?? [], resources: mcp?.resources ?? [] },
  }
}

function authOf(auth: DocumentFields['auth']): readonly AuthScheme[] {
  const entries = <T>(schemes: Readonly<Record<string, T>> | undefined) => Object.entries(schemes ?? {})
  return [
    ...entries(auth?.bearer).map(([name, { token_env }]) => ({
      kind: 'bearer' as const,
      name,
      tokenEnv: token_env,
    })),
    ...entries(auth?.basic).map(([name, { user_env, password_env }]) => ({
      kind: 'basic' as const,
      name,
      userEnv: user_env,
      passwordEnv: password_env,
    })),
    ...entries(auth?.hmac).map(([name, { secret_env, header, prefix }]) => ({
      kind: 'hmac' as const,
      name,
      secretEnv: secret_env,
      header: header.toLowerCase(),
      prefix,
    })),
  ]
}

function budgetOf(budget: DocumentFields['budget']): Workflow['budget'] {
  const { max_memory_mb, max_cpu_secs, max_run_time_secs, max_fs_write_mb, max_llm_tokens } = budget ?? {}
  return {
    ...(max_memory_mb !== undefined && { maxMemoryMb: max_memory_mb }),
    ...(max_cpu_secs !== undefined && { maxCpuSecs: max_cpu_secs }),
    ...(max_run_time_secs !== undefined && { maxRunTimeSecs: max_run_time_secs }),
    ...(max_fs_write_mb !== undefined && { maxFsWriteMb: max_fs_write_mb }),
    ...(max_llm_tokens !== undefined && { maxLlmTokens: max_llm_tokens }),
  }
}

function backendOf({
  name,
  provider,
  model,
  api_key_env,
  base_url,
  max_tokens,
}: NonNullable<DocumentFields['intelligence']>['backends'][number]): BackendSpec {
  return {
    name,
    provider,
    model,
    ...(api_key_env !== undefined && { apiKeyEnv: api_key_env }),
    ...(base_url !== undefined && { baseUrl: base_url }),
    ...(max_tokens !== undefined && { maxTokens: max_tokens }),
  }
}
