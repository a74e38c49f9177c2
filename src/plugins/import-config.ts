import { createRequire } from 'node:module'
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

async function loadTsx(file: string, shown: string): Promise<Tsx> {
  let entry: string
  try {
    entry = createRequire(file).resolve('tsx/esm/api')
  } catch (error) {
    throw new HoldfastError(
      'HF_MISSING_PACKAGE',
      `\`${shown}\` is TypeScript, which Node ${process.version} does not run by itself`,
      'npm install -D tsx; Node 22.18 and later need nothing, and neither does a file that ends in .mjs',
      { cause: error },
    )
  }
  return (await import(pathToFileURL(entry).href)) as Tsx
}

function isCompiledModule(exported: unknown): exported is ConfigModule {
  return typeof exported === 'object' && exported !== null && '__esModule' in exported
}
