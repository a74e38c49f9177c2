import { HoldfastError } from '../../kit/errors.ts'
import { createRecorder, createReplayer, recordingFetch, replayingFetch } from '../../mock/index.ts'
import { createPiiScanner } from '../../pii/index.ts'
import { providerBackend, scriptedBackend, type Backends, type BackendSpec } from '../../workflow/index.ts'
import type { OptionSpec, OptionValues } from '../command.ts'
import type { CliIo } from '../io.ts'

/** The options that say who answers for the backend `default`, and whether a cassette does. */
export const BACKEND_OPTIONS: readonly OptionSpec[] = [
  { flags: '--turns <file>', summary: 'answer `default` with these replies in order: a JSON list of texts' },
  { flags: '--model <provider:model>', summary: 'answer `default` with a model, such as openai:gpt-5-mini' },
  { flags: '--base-url <url>', summary: 'with --model: where it is' },
  { flags: '--api-key-env <name>', summary: 'with --model: the variable that holds the key' },
  { flags: '--replay <cassette>', summary: 'let a cassette answer for every model' },
  { flags: '--record-models <cassette>', summary: 'keep what the models answer, without secrets' },
]

export interface ChosenBackends {
  readonly backends: Backends
  readonly fetch?: typeof globalThis.fetch
  finish(): Promise<void>
}

export async function chooseBackends(options: OptionValues, io: CliIo): Promise<ChosenBackends> {
  const cassette = await cassetteOf(options, io)
  const { turns, model } = options
  if (turns !== undefined && model !== undefined)
    throw new HoldfastError('HF_USAGE', 'only one of --turns and --model can answer')
  if (typeof turns === 'string')
    return { ...cassette, backends: { default: scriptedBackend(readTurns(turns, io)) } }
  if (typeof model !== 'string') return { ...cassette, backends: {} }
  const { fetch } = cassette
  return {
    ...cassette,
    backends: {
      default: providerBackend(specOf(model, options), { world: io, ...(fetch !== undefined && { fetch }) }),
    },
  }
}

async function cassetteOf(
  { replay, recordModels }: OptionValues,
  io: CliIo,
): Promise<Omit<ChosenBackends, 'backends'>> {
  if (replay !== undefined && recordModels !== undefined)
    throw new HoldfastError('HF_USAGE', 'only one of --replay and --record-models can be used')
  const secrets = createPiiScanner({ groups: ['api_key'] })
  if (typeof replay === 'string') {
    const replayer = await createReplayer(replay, { secrets, whenUsedUp: 'refuse' })
    return { fetch: replayingFetch(replayer), finish: async () => undefined }
  }
  if (typeof recordModels !== 'string') return { finish: async () => undefined }
  const recorder = await createRecorder(recordModels, {
    secrets,
    nowMs: () => io.nowMs(),
    onProblem: ({ message }) => io.err(`warning: ${message}\n`),
  })
  return { fetch: recordingFetch(recorder), finish: () => recorder.close() }
}

function readTurns(path: string, io: CliIo) {
  const read = io.readText(path, 16_000_000)
  if (!read.ok) throw new HoldfastError('HF_FILE', `cannot read the turns \`${path}\`: ${read.reason}`)
  let value: unknown
  try {
    value = JSON.parse(read.text)
  } catch {
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `${read.file}:1:1  the turns are not JSON`,
      'write a list such as ["first reply", "second reply"]',
    )
  }
  if (!Array.isArray(value) || !value.every((turn) => typeof turn === 'string'))
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `${read.file}:1:1  the turns must be a list of texts`,
      'write a list such as ["first reply", "second reply"]',
    )
  return value.map((content: string) => [{ content }])
}

const PROVIDERS = ['anthropic', 'openai', 'gemini', 'openai-compatible'] as const
const KEYS: Readonly<Record<string, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  gemini: 'GEMINI_API_KEY',
}

function specOf(written: string, { baseUrl, apiKeyEnv }: OptionValues): BackendSpec {
  const [name = '', ...model] = written.split(':')
  const provider = PROVIDERS.find((each) => each === name)
  if (provider === undefined || model.length === 0)
    throw new HoldfastError(
      'HF_USAGE',
      `\`${written}\` is not a model`,
      `write <provider>:<model> with one of ${PROVIDERS.join(', ')}`,
    )
  if (provider === 'openai-compatible' && typeof baseUrl !== 'string')
    throw new HoldfastError('HF_USAGE', 'openai-compatible needs --base-url')
  const key = typeof apiKeyEnv === 'string' ? apiKeyEnv : KEYS[provider]
  return {
    name: 'default',
    provider,
    model: model.join(':'),
    ...(key !== undefined && { apiKeyEnv: key }),
    ...(typeof baseUrl === 'string' && { baseUrl }),
  }
}
