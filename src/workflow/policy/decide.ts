import { uriDisguiseOf } from './disguise.ts'
import { namePattern, nearestRule, type Pattern } from './patterns.ts'
import type { PolicyDecision } from './policy.ts'
import { nearestUrlRule, parseUrl, type UrlPattern } from './url-pattern.ts'

const allowedBy = (rule: string): PolicyDecision => ({ allowed: true, rule })

function notListed(reason: string, nearest: string | undefined): PolicyDecision {
  return { allowed: false, code: 'not-listed', reason, ...(nearest !== undefined && { nearest }) }
}

/** `real` is where the operation would really end up, and so are the patterns. */
export function decideFile(
  operation: string,
  given: string,
  real: string,
  patterns: readonly Pattern[],
): PolicyDecision {
  if (patterns.length === 0)
    return {
      allowed: false,
      code: 'nothing-listed',
      reason: `fs_${operation} denied: no \`fs_${operation}\` allowlist patterns are configured`,
    }
  const rule = patterns.find((pattern) => pattern.matches(real))
  if (rule !== undefined) return allowedBy(rule.written)
  const really = given === real ? '' : ` (really \`${real}\`)`
  return notListed(
    `fs_${operation} on \`${given}\`${really} not covered by any allowlist pattern`,
    nearestRule(
      real,
      patterns.map(({ written }) => written),
    ),
  )
}

export function decideEnv(key: string, keys: readonly string[]): PolicyDecision {
  const rule = keys.find((written) => namePattern(written).matches(key))
  return rule === undefined
    ? notListed(
        `env var \`${key}\` is not in the allowlist (${keys.length} configured)`,
        nearestRule(key, keys),
      )
    : allowedBy(rule)
}

export interface HttpRules {
  readonly urls: readonly UrlPattern[]
  readonly methods: readonly string[]
}

export type UrlDecision = PolicyDecision & { readonly namesLocalHost?: boolean }

export function decideUrl(method: string, written: string, { urls, methods }: HttpRules): UrlDecision {
  if (urls.length === 0)
    return {
      allowed: false,
      code: 'nothing-listed',
      reason: 'http_request denied: no `http.urls` allowlist configured',
    }
  if (methods.length > 0 && !methods.some((listed) => listed === '*' || listed.toUpperCase() === method))
    return {
      allowed: false,
      code: 'method-not-listed',
      reason: `http_request method \`${method}\` not in allowlist`,
    }
  const parsed = parseUrl(written)
  if (!parsed.ok)
    return {
      allowed: false,
      code: 'disguised',
      reason: `http_request URL \`${written}\` denied: ${parsed.reason}`,
    }
  const rules = urls.filter((pattern) => pattern.matches(parsed))
  const rule = rules.find(({ namesLocalHost }) => namesLocalHost) ?? rules[0]
  return rule === undefined
    ? notListed(
        `http_request URL \`${written}\` not covered by any allowlist pattern`,
        nearestUrlRule(written, urls),
      )
    : { ...allowedBy(rule.written), namesLocalHost: rule.namesLocalHost }
}

/** A command pattern is a program, or a program and its arguments; a final `*` word takes all that are left. */
export interface CommandPattern {
  readonly written: string
  readonly program: Pattern
  /** What the program may be called; any name when absent. One file can be many programs, told apart by name. */
  readonly names?: readonly string[]
  readonly args?: readonly Pattern[]
  readonly takesMore: boolean
}

export interface Command {
  readonly real: string
  /** The last part of the path it was called by. */
  readonly name: string
  readonly args: readonly string[]
}

export function decideCommand(command: Command, patterns: readonly CommandPattern[]): PolicyDecision {
  if (patterns.length === 0)
    return {
      allowed: false,
      code: 'nothing-listed',
      reason: 'shell_run denied: no `shell.commands` allowlist configured',
    }
  const { real, name, args } = command
  const known = patterns.filter(
    ({ program, names }) => program.matches(real) && (names === undefined || names.includes(name)),
  )
  const rule = known.find((pattern) => argsFit(args, pattern))
  if (rule !== undefined) return allowedBy(rule.written)
  const line = [real, ...args].join(' ')
  return notListed(
    known.length > 0
      ? `shell_run command \`${line}\` not covered by any allowlist pattern: its arguments are not listed`
      : `shell_run command \`${real}\` not covered by any allowlist pattern`,
    nearestRule(
      line,
      patterns.map(({ written }) => written),
    ),
  )
}

function argsFit(args: readonly string[], { args: wanted, takesMore }: CommandPattern): boolean {
  if (wanted === undefined) return true
  if (args.length < wanted.length || (!takesMore && args.length > wanted.length)) return false
  return wanted.every((pattern, index) => pattern.matches(args[index]!))
}

export function decideMcp(
  kind: 'tool' | 'resource',
  name: string,
  server: string,
  lists: readonly (readonly string[])[],
): PolicyDecision {
  let rule = ''
  const disguise = kind === 'resource' ? uriDisguiseOf(name) : undefined
  for (const list of lists) {
    // who lists a strange name letter by letter means it
    if (disguise !== undefined && !list.includes(name))
      return {
        allowed: false,
        code: 'disguised',
        reason: `mcp resource \`${name}\` denied on server \`${server}\`: it ${disguise}`,
      }
    const found = list.find((written) => namePattern(written).matches(name))
    if (found === undefined)
      return {
        ...notListed(
          `mcp ${kind} \`${name}\` denied by allowlist on server \`${server}\``,
          nearestRule(name, list),
        ),
        ...(list.length === 0 && { code: 'nothing-listed' as const }),
      }
    rule = found
  }
  return allowedBy(rule)
}
