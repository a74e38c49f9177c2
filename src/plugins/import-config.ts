import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HoldfastError } from '../kit/errors.ts'

interface ConfigModule {
  readonly default?: unknown
}

/** Runs the file and gives what it exports as default. Whatever goes wrong there is told as its own fault. */
export async function importConfig(file: string, shown: string): Promise<unknown> {
  try {
    const { default: exported } = await moduleOf(file, shown)
    // TypeScript that is run as CommonJS has its default export one step further down
    return isCompiledModule(exported) ? exported.default : exported
  } catch (error) {
    if (error instanceof HoldfastError) throw error
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    throw new HoldfastError('HF_INVALID_FILE', `\`${shown}\` cannot be loaded: ${reason}`, undefined, {
      cause: error,
    })
  }
}

async function moduleOf(file: string, shown: string): Promise<ConfigModule> {
  const url = pathToFileURL(file).href
  if (!/\.m?ts$/u.test(file) || runsTypeScript()) return (await import(url)) as ConfigModule
  const { tsImport } = await loadTsx(file, shown)
  return (await tsImport(url, url)) as ConfigModule
}

/** Node 22.18 and later take the types out themselves. */
function runsTypeScript(): boolean {
  return 'typescript' in process.features && process.features.typescript !== false
}

interface Tsx {
  readonly tsImport: (specifier: string, parent: string) => Promise<unknown>
}

interface TsxManifest {
  readonly exports: { readonly './esm/api': { readonly import: { readonly default: string } } }
}

/** From where the file stands. Node resolves names from another place only as CommonJS, so the manifest is asked. */
async function loadTsx(file: string, shown: string): Promise<Tsx> {
  const require = createRequire(file)
  let manifest: string
  try {
    manifest = require.resolve('tsx/package.json')
  } catch (error) {
    throw new HoldfastError(
      'HF_MISSING_PACKAGE',
      `\`${shown}\` is TypeScript, which Node ${process.version} does not run by itself`,
      'npm install -D tsx; Node 22.18 and later need nothing, and neither does a file that ends in .mjs',
      { cause: error },
    )
  }
  const { exports } = require(manifest) as TsxManifest
  return (await import(
    pathToFileURL(join(dirname(manifest), exports['./esm/api'].import.default)).href
  )) as Tsx
}

function isCompiledModule(exported: unknown): exported is ConfigModule {
  return typeof exported === 'object' && exported !== null && '__esModule' in exported
}
