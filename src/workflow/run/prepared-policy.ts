import { basename, isAbsolute, join } from 'node:path'
import { namePattern, pathPattern, type Pattern } from '../policy/patterns.ts'
import type { CommandPattern, HttpRules } from '../policy/decide.ts'
import { FILE_OPERATIONS, type FileOperation, type Policy } from '../policy/policy.ts'
import { urlPattern } from '../policy/url-pattern.ts'
import type { World } from '../world/world.ts'

/** A policy whose patterns say where they really lead. */
export interface PreparedPolicy {
  readonly fs: Readonly<Record<FileOperation, readonly Pattern[]>>
  readonly envKeys: readonly string[]
  readonly http: HttpRules & { readonly allowPrivate: boolean }
  readonly commands: readonly CommandPattern[]
  readonly mcp: Policy['mcp']
}

export async function preparePolicy(policy: Policy, world: World): Promise<PreparedPolicy> {
  const fs = await Promise.all(
    FILE_OPERATIONS.map(async (operation) => {
      const written =
        operation === 'list' && policy.fs.list.length === 0 ? policy.fs.read : policy.fs[operation]
      return [operation, await Promise.all(written.map((pattern) => realPattern(pattern, world)))] as const
    }),
  )
  return {
    fs: Object.fromEntries(fs) as unknown as PreparedPolicy['fs'],
    envKeys: policy.envKeys,
    http: {
      urls: policy.http.urls.flatMap((written) => {
        const result = urlPattern(written)
        return result.ok ? [result.pattern] : []
      }),
      methods: policy.http.methods,
      allowPrivate: policy.http.allowPrivate,
    },
    commands: await Promise.all(policy.commands.map((pattern) => commandPattern(pattern, world))),
    mcp: policy.mcp,
  }
}

/** The part before the first `*` is followed through its links, so that real is compared with real. */
async function realPattern(written: string, world: World): Promise<Pattern> {
  if (written === '*') return pathPattern(written)
  const absolute = isAbsolute(written) ? written : join(world.workdir, written)
  const star = absolute.indexOf('*')
  const cut = star < 0 ? absolute.length : absolute.lastIndexOf('/', star)
  const [front, back] = [absolute.slice(0, cut), absolute.slice(cut)]
  if (front === '') return pathPattern(written, absolute)
  try {
    const { real } = await world.files.resolve(front)
    return pathPattern(written, `${real === '/' ? '' : real}${back}`)
  } catch {
    // what cannot be followed can allow nothing
    return { written, matches: () => false }
  }
}

async function commandPattern(written: string, world: World): Promise<CommandPattern> {
  const [path = '', ...words] = written.trim().split(/\s+/u)
  const program = await realPattern(path, world)
  const isLiteral = !path.includes('*')
  const real = isLiteral ? (await world.files.resolve(path).catch(() => undefined))?.real : undefined
  const names = isLiteral ? { names: [basename(path), ...(real === undefined ? [] : [basename(real)])] } : {}
  if (words.length === 0) return { written, program, ...names, takesMore: true }
  const takesMore = words.at(-1) === '*'
  return {
    written,
    program,
    ...names,
    args: (takesMore ? words.slice(0, -1) : words).map(namePattern),
    takesMore,
  }
}
