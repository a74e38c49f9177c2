import { isIP } from 'node:net'
import { basename } from 'node:path'
import { NodeError, reasonOf, toolError } from '../node-error.ts'
import type { McpServerSpec } from '../model.ts'
import { addressClass } from '../policy/address-class.ts'
import { decideCommand, decideEnv, decideFile, decideMcp, decideUrl } from '../policy/decide.ts'
import { disguiseOf } from '../policy/disguise.ts'
import type { FileOperation, PolicyCheck, PolicyDecision } from '../policy/policy.ts'
import { parseUrl } from '../policy/url-pattern.ts'
import type { RealPath, World } from '../world/world.ts'
import type { PreparedPolicy } from './prepared-policy.ts'

/** Asks the policy about what an operation will really touch, before it touches it. Throws what is denied. */
export interface Gate {
  /** Gives the path to use: the one that was judged. */
  file(operation: FileOperation, tool: string, path: string): Promise<string>
  env(key: string): Promise<void>
  http(method: string, url: string): Promise<{ readonly vet?: (address: string) => void }>
  command(command: string, args: readonly string[]): Promise<string>
  mcpTool(server: McpServerSpec, tool: string): Promise<void>
  mcpResource(server: McpServerSpec, uri: string): Promise<void>
}

export interface GateContext {
  readonly world: World
  /** Of this workflow and of those that called it: all must allow. */
  policies(): Promise<readonly PreparedPolicy[]>
  record(check: Omit<PolicyCheck, 'address' | 'nodeId'>): void
}

type Question = Pick<PolicyCheck, 'tool' | 'family' | 'operation' | 'resource' | 'resolved'>

export function createGate(context: GateContext): Gate {
  const { world } = context

  /** Every policy speaks; the first denial is the answer, and it is written down before anybody hears it. */
  function judge(question: Question, decisions: readonly PolicyDecision[], prefix: string): void {
    const denied = decisions.find((decision) => !decision.allowed)
    const last = decisions.at(-1)
    if (denied === undefined || denied.allowed) {
      if (last?.allowed === true) context.record({ ...question, allowed: true, rule: last.rule })
      return
    }
    const { code, reason, nearest } = denied
    context.record({ ...question, allowed: false, code, reason, ...(nearest !== undefined && { nearest }) })
    throw new NodeError('policy', `${prefix}: ${reason}`)
  }

  /** Nothing is forbidden, so only what the system cannot follow is an error. */
  async function unjudged(tool: string, path: string): Promise<string> {
    if (path === '' || path.includes('\0')) throw toolError(tool, `\`${path}\` is not a path`)
    try {
      return (await world.files.resolve(path)).real
    } catch (error) {
      throw toolError(tool, `${path}: ${reasonOf(error)}`, { cause: error })
    }
  }

  async function realPath(question: Question, prefix: string, path: string): Promise<RealPath> {
    const disguise = disguiseOf(path)
    if (disguise !== undefined)
      judge(question, [{ allowed: false, code: 'disguised', reason: `\`${path}\` ${disguise}` }], prefix)
    try {
      return await world.files.resolve(path)
    } catch (error) {
      judge(
        question,
        [{ allowed: false, code: 'disguised', reason: `\`${path}\` cannot be followed: ${reasonOf(error)}` }],
        prefix,
      )
      throw error
    }
  }

  return {
    async file(operation, tool, path) {
      const policies = await context.policies()
      if (policies.length === 0) return unjudged(tool, path)
      const question: Question = { tool, family: 'fs', operation: `fs_${operation}`, resource: path }
      const prefix = `${tool} denied on ${path}`
      const found = await realPath(question, prefix, path)
      const decisions = policies.map(({ fs }) => decideFile(operation, path, found.real, fs[operation]))
      judge({ ...question, resolved: found.real }, [...decisions, ...objections(found)], prefix)
      return found.real
    },

    async env(key) {
      const decisions = (await context.policies()).map(({ envKeys }) => decideEnv(key, envKeys))
      judge(
        { tool: 'read_env', family: 'env', operation: 'env_read', resource: key },
        decisions,
        `read_env \`${key}\``,
      )
    },

    async http(method, url) {
      const policies = await context.policies()
      if (policies.length === 0) return {}
      const question: Question = { tool: 'http_request', family: 'http', operation: method, resource: url }
      const prefix = `http_request \`${method} ${url}\``
      const decisions = policies.map(({ http }) => decideUrl(method, url, http))
      const parsed = parseUrl(url)
      const resolved = parsed.ok ? parsed.url.href : undefined
      // an address that every policy names outright, or lets be private, may be private
      const mayBeLocal = policies.every(
        ({ http }, index) =>
          http.allowPrivate || (decisions[index]!.allowed && decisions[index]!.namesLocalHost === true),
      )
      const vetting = (address: string): PolicyDecision => {
        const found = addressClass(address)
        return mayBeLocal || found === 'public'
          ? { allowed: true, rule: decisions.find((decision) => decision.allowed)?.rule ?? '' }
          : {
              allowed: false,
              code: 'not-public',
              reason: `http_request URL \`${url}\` denied: it leads to ${address}, which is ${found}`,
            }
      }
      const literal =
        parsed.ok && isIP(parsed.host.replace(/^\[|\]$/gu, '')) > 0 ? [vetting(parsed.host)] : []
      judge({ ...question, ...(resolved !== undefined && { resolved }) }, [...decisions, ...literal], prefix)
      return {
        vet(address) {
          const decision = vetting(address)
          if (!decision.allowed) judge({ ...question, resolved: address }, [decision], prefix)
        },
      }
    },

    async command(command, args) {
      const policies = await context.policies()
      const question: Question = {
        tool: 'shell_run',
        family: 'shell',
        operation: 'shell_run',
        resource: [command, ...args].join(' '),
      }
      if (policies.length === 0) return unjudged('shell_run', command)
      const prefix = `shell_run \`${command}\``
      const found = await realPath(question, prefix, command)
      const decisions = policies.map(({ commands }) =>
        decideCommand({ real: found.real, name: basename(command), args }, commands),
      )
      judge(
        { ...question, resolved: [found.real, ...args].join(' ') },
        decisions,
        `shell_run \`${found.real}\``,
      )
      return found.real
    },

    mcpTool: (server, tool) => mcp('tool', server, tool, server.allowTools),
    mcpResource: (server, uri) => mcp('resource', server, uri, server.allowResources),
  }

  async function mcp(
    kind: 'tool' | 'resource',
    server: McpServerSpec,
    name: string,
    own: readonly string[],
  ): Promise<void> {
    const lists = [own, ...(await context.policies()).map(({ mcp: listed }) => listed[`${kind}s`])]
    const tool = kind === 'tool' ? 'call_mcp_tool' : 'read_mcp_resource'
    const decision = decideMcp(kind, name, server.name, lists)
    const question: Question = {
      tool,
      family: 'mcp',
      operation: `mcp_${kind}`,
      resource: `${server.name}/${name}`,
    }
    if (decision.allowed) {
      judge(question, [decision], '')
      return
    }
    const { code, reason, nearest } = decision
    context.record({ ...question, allowed: false, code, reason, ...(nearest !== undefined && { nearest }) })
    throw new NodeError('policy', reason)
  }
}

/** A name inside a folder may still be a second name of a file outside it. */
function objections({ kind, links, real }: RealPath): readonly PolicyDecision[] {
  if (kind === 'other')
    return [{ allowed: false, code: 'not-a-file', reason: `\`${real}\` is neither a file nor a folder` }]
  if (kind === 'file' && links > 1)
    return [
      {
        allowed: false,
        code: 'hard-linked',
        reason: `\`${real}\` has ${links} names (hard links), so it may be a file outside the allowlist`,
      },
    ]
  return []
}
