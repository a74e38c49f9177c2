import { readFileSync } from 'node:fs'
import { HoldfastError } from '../../kit/errors.ts'
import { createMockModel, loadScript } from '../../mock/index.ts'

export interface MockUpstream {
  /** One address for every provider. */
  readonly urls: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** A scripted model in place of all providers: no key, no network, no bill. */
export async function startMockUpstream(file: string): Promise<MockUpstream> {
  const { script, problems } = loadScript(file, readScript(file))
  if (script === undefined)
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `agent.mock: ${problems.map(({ file: name, line, column, message }) => `${name}:${line}:${column}  ${message}`).join('\n')}`,
      `holdfast mock --script ${file} shows more`,
    )
  const model = await createMockModel({ script, graceMs: 0 })
  const { url } = model
  return {
    urls: {
      openai: `${url}/openai/v1`,
      anthropic: `${url}/anthropic`,
      gemini: `${url}/gemini`,
      openrouter: `${url}/openrouter/api`,
    },
    close: () => model.close(),
  }
}

function readScript(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new HoldfastError('HF_FILE', `agent.mock: cannot read \`${file}\`: ${(error as Error).message}`)
  }
}

const KEYS = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'] as const

/** Clients refuse to start without a key, and the mock takes any. */
export function standInKeys(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(KEYS.filter((name) => env[name] === undefined).map((name) => [name, 'mock']))
}
