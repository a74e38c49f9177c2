import { didYouMean } from '../../kit/nearest-name.ts'
import { entryOf } from '../../kit/source/index.ts'
import { offsetIn, tableAt, type Subject } from './subject.ts'

/** Names that must be unique, and names that must name something. */
export function checkNames(subject: Subject): void {
  checkNodeIds(subject)
  checkStarts(subject)
  checkRoutes(subject)
  checkTriggerStarts(subject)
  checkServers(subject)
  checkBackends(subject)
}

function checkNodeIds({ workflow, report }: Subject): void {
  const seen = new Set<string>()
  for (const { id, at } of workflow.nodes) {
    const offset = offsetIn(at, 'id')
    if (seen.has(id))
      report({
        code: 'duplicate-node-id',
        path: 'nodes',
        offset,
        message: `a second node is called \`${id}\``,
        hint: 'every node needs a name of its own',
      })
    seen.add(id)
    if (id === 'trigger')
      report({
        code: 'reserved-node-id',
        path: 'nodes',
        offset,
        message: 'no node may be called `trigger`, which is what started the run',
        hint: 'call it something else',
      })
    if (id.includes('.'))
      report({
        level: 'warning',
        code: 'dotted-node-id',
        path: 'nodes',
        offset,
        message: `no path can lead to \`${id}\`, because dots part its steps`,
        hint: 'use `_` or `-`',
      })
  }
}

function checkStarts({ workflow, root, isComplete, report }: Subject): void {
  const ids = workflow.nodes.map(({ id }) => id)
  const seen = new Set<string>()
  workflow.startNodes.forEach(({ name, entryNode }, index) => {
    const at = tableAt(root, 'start_nodes', index)!
    if (seen.has(name))
      report({
        code: 'duplicate-start',
        path: 'start_nodes',
        offset: offsetIn(at, 'name'),
        message: `a second start is called \`${name}\``,
        hint: 'give it a name of its own',
      })
    seen.add(name)
    if (isComplete && entryNode !== undefined && !ids.includes(entryNode))
      report({
        code: 'unknown-entry-node',
        path: 'start_nodes',
        offset: offsetIn(at, 'entry_node'),
        message: `start \`${name}\` begins at \`${entryNode}\`, which is no node`,
        hint: didYouMean(entryNode, ids),
      })
  })
  if (workflow.nodes.length > 0 && workflow.startNodes.length === 0)
    report({
      level: 'warning',
      code: 'no-start',
      path: '',
      offset: 0,
      message: 'nothing can start this workflow',
      hint: 'add [[start_nodes]] with name = "main" and source = "manual"',
    })
}

function checkRoutes({ workflow, root, report }: Subject): void {
  const starts = workflow.startNodes.map(({ name }) => name)
  const seen = new Set<string>()
  workflow.httpRoutes.forEach(({ method, path, startNode, auth }, index) => {
    const at = tableAt(root, 'http_routes', index)!
    const key = `${method} ${path}`
    if (seen.has(key))
      report({
        code: 'duplicate-route',
        path: 'http_routes',
        offset: offsetIn(at, 'path'),
        message: `\`${key}\` is routed twice`,
        hint: 'remove one of the two',
      })
    seen.add(key)
    if (!starts.includes(startNode))
      report({
        code: 'unknown-start',
        path: 'http_routes',
        offset: offsetIn(at, 'start_node'),
        message: `no start is called \`${startNode}\``,
        hint: didYouMean(startNode, starts),
      })
    if (auth === undefined || auth === 'none') return
    const [kind, name = 'default'] = auth.split(':')
    const schemes = workflow.auth.map((scheme) =>
      scheme.name === 'default' ? scheme.kind : `${scheme.kind}:${scheme.name}`,
    )
    if (kind === 'oidc' || kind === 'mtls')
      report({
        level: 'warning',
        code: 'unsupported-auth',
        path: 'http_routes',
        offset: offsetIn(at, 'auth'),
        message: `\`${kind}\` cannot be checked here, so \`holdfast workflow serve\` refuses this file`,
        hint: 'use bearer, basic or hmac',
      })
    else if (!workflow.auth.some((scheme) => scheme.kind === kind && scheme.name === name))
      report({
        code: 'unknown-auth',
        path: 'http_routes',
        offset: offsetIn(at, 'auth'),
        message: `no [auth] entry is called \`${auth}\``,
        hint: schemes.length === 0 ? `add [auth.${kind}.${name}]` : didYouMean(auth, schemes),
      })
  })
}

function checkTriggerStarts({ workflow, triggers, report }: Subject): void {
  const starts = workflow.startNodes.map(({ name }) => name)
  for (const { startNode, at } of triggers)
    if (!starts.includes(startNode))
      report({
        code: 'unknown-start',
        path: 'triggers',
        offset: offsetIn(at, 'start_node'),
        message: `no start is called \`${startNode}\``,
        hint: didYouMean(startNode, starts),
      })
}

function checkServers({ workflow, report }: Subject): void {
  const servers = workflow.mcpServers.map(({ name }) => name)
  for (const { definition, fields, at } of workflow.nodes) {
    if (!Object.hasOwn(definition.fields, 'server')) continue
    const { server } = fields
    if (typeof server === 'string' && !servers.includes(server))
      report({
        code: 'unknown-mcp-server',
        path: 'nodes',
        offset: offsetIn(at, 'server'),
        message: `no [[mcp_servers]] entry is called \`${server}\``,
        hint: didYouMean(server, servers),
      })
    if (server === undefined && servers.length !== 1)
      report({
        code: servers.length === 0 ? 'unknown-mcp-server' : 'ambiguous-mcp-server',
        path: 'nodes',
        offset: at.start,
        message:
          servers.length === 0
            ? 'no [[mcp_servers]] entry is there to ask'
            : `${servers.length} servers are declared, and the node names none`,
        hint: servers.length === 0 ? 'declare one with name and command' : `add server = "${servers[0]}"`,
      })
  }
}

function checkBackends({ workflow, root, knownBackends, report }: Subject): void {
  const intelligence = entryOf(root, 'intelligence')?.value
  const seen = new Set<string>()
  workflow.backends.forEach(({ name, provider, baseUrl, apiKeyEnv }, index) => {
    const at = intelligence === undefined ? undefined : tableAt(intelligence, 'backends', index)
    const complain = (code: string, key: string, message: string, hint: string) =>
      report({
        code,
        path: 'intelligence.backends',
        offset: at === undefined ? 0 : offsetIn(at, key),
        message,
        hint,
      })
    if (seen.has(name))
      complain(
        'duplicate-backend',
        'name',
        `a second backend is called \`${name}\``,
        'give it a name of its own',
      )
    seen.add(name)
    if (provider === 'openai-compatible' && baseUrl === undefined)
      complain(
        'missing-key',
        'provider',
        `backend \`${name}\` needs base_url`,
        'an openai-compatible endpoint has no address of its own',
      )
    if (provider !== 'openai-compatible' && apiKeyEnv === undefined)
      complain(
        'missing-key',
        'provider',
        `backend \`${name}\` needs api_key_env`,
        'name the variable that holds the key; keys themselves do not belong into files',
      )
  })
  for (const { fields, at, definition } of workflow.nodes) {
    const { backend } = fields
    if (definition.effects === 'model' && typeof backend === 'string' && !knownBackends.includes(backend))
      report({
        code: 'unknown-backend',
        path: 'nodes',
        offset: offsetIn(at, 'backend'),
        message: `no backend is called \`${backend}\``,
        hint: didYouMean(backend, knownBackends),
      })
  }
}
