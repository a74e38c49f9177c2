import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HoldfastError } from '../../../kit/errors.ts'
import { didYouMean } from '../../../kit/nearest-name.ts'
import { reasonOf } from '../answers.ts'

/** A place in a module: `./agent.ts:answer`, `./tools.ts:registry.search`. */
export interface ModulePlace {
  readonly file: string
  /** Empty when the file alone is named. */
  readonly attribute: string
}

export function modulePlace(written: string): ModulePlace {
  const colon = written.lastIndexOf(':')
  // `C:\agent.ts` names a file alone
  const hasAttribute = colon > 1 && /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(written.slice(colon + 1))
  return hasAttribute
    ? { file: written.slice(0, colon), attribute: written.slice(colon + 1) }
    : { file: written, attribute: '' }
}

export type Namespace = Readonly<Record<string, unknown>>

export type ImportFile = (file: string) => Promise<Namespace>

const TYPESCRIPT = /\.[cm]?tsx?$/u

/**
 * How the files of one agent are imported. With one TypeScript file among them all go the same way, because otherwise
 * the lab would wrap other copies of the tools than those the agent holds.
 */
export function importerFor(places: readonly (string | undefined)[], cwd: string): ImportFile {
  const isTypeScript = places.some((place) => place !== undefined && TYPESCRIPT.test(modulePlace(place).file))
  return (file) => importFile(file, cwd, isTypeScript ? (url) => importTypeScript(url, cwd) : importAny)
}

async function importFile(file: string, cwd: string, load: ImportFile): Promise<Namespace> {
  const path = resolve(cwd, file)
  if (!existsSync(path))
    throw new HoldfastError('HF_FILE', `there is no module \`${file}\``, `looked for ${path}`)
  const url = pathToFileURL(path).href
  try {
    return await load(url)
  } catch (error) {
    if (error instanceof HoldfastError) throw error
    throw new HoldfastError(
      'HF_CANNOT_JUDGE',
      `\`${file}\` cannot be loaded: ${reasonOf(error)}`,
      undefined,
      { cause: error },
    )
  }
}

async function importAny(url: string): Promise<Namespace> {
  return (await import(/* @vite-ignore */ url)) as Namespace
}

/** One scope for all files of the user, so that an agent and the lab hold the same tools. */
interface TsxScope {
  import(url: string, parent: string): Promise<Namespace>
}

let scope: Promise<TsxScope> | undefined

async function importTypeScript(url: string, cwd: string): Promise<Namespace> {
  if (scope === undefined) {
    const tsx = findTsx(cwd)
    if (tsx !== undefined)
      scope = importAny(pathToFileURL(tsx.api).href).then((api) =>
        (api['register'] as (options: { namespace: string }) => TsxScope)({ namespace: 'holdfast' }),
      )
  }
  if (scope !== undefined) return (await scope).import(url, import.meta.url)
  if (stripsTypes()) return importAny(url)
  throw new HoldfastError(
    'HF_MISSING_PACKAGE',
    'a TypeScript agent needs `tsx`, or a Node that runs TypeScript itself (22.18 or later)',
    'npm install --save-dev tsx',
  )
}

/** The project's own, or ours where it happens to be installed. */
export function findTsx(cwd: string): { readonly api: string; readonly loader: string } | undefined {
  for (const from of [resolve(cwd, 'package.json'), import.meta.url])
    try {
      const require = createRequire(from)
      return { api: asModule(require.resolve('tsx/esm/api')), loader: asModule(require.resolve('tsx')) }
    } catch {
      // not there
    }
  return undefined
}

/** `require` finds the twin for CommonJS, which cannot take over imports. */
function asModule(path: string): string {
  const twin = path.replace(/\.cjs$/u, '.mjs')
  return existsSync(twin) ? twin : path
}

function stripsTypes(): boolean {
  return Boolean((process.features as { readonly typescript?: unknown }).typescript)
}

/** The value at a place; dots are followed. */
export function valueAt(namespace: Namespace, { file, attribute }: ModulePlace): unknown {
  let value: unknown = namespace
  for (const name of attribute.split('.')) {
    const holder = value as Namespace | null | undefined
    if (holder === null || holder === undefined || !(name in Object(holder))) {
      const known = Object.keys(holder ?? {})
      throw new HoldfastError(
        'HF_INVALID_FILE',
        `\`${file}\` has no \`${attribute}\`; it has ${known.length === 0 ? 'no exports' : known.map((each) => `\`${each}\``).join(', ')}`,
        didYouMean(name, known),
      )
    }
    value = holder[name]
  }
  return value
}
