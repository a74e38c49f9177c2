import { loadConfig, type LoadConfigResult } from '../lab/config/load-config.ts'
import type { ConfigWords } from '../lab/config/config-words.ts'
import type { LabConfig } from '../lab/config/config.ts'
import type { Needs } from '../lab/config/needs.ts'
import { chaosVocabulary } from '../chaos/index.ts'
import { MAX_CONTRACT_CHARS, vocabulary } from '../contract/index.ts'
import { isTestConfiguration } from '../contract/read/document.ts'
import { mutationVocabulary } from '../mutations/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import { parseYaml, sourceText } from '../kit/source/index.ts'
import type { CliIo } from './io.ts'
import { printProblems } from './problems.ts'

/** UTF-8 takes up to three bytes for what JavaScript counts as one. */
const MAX_CONFIG_BYTES = MAX_CONTRACT_CHARS * 3

export const DEFAULT_CONFIG = 'holdfast.yaml'

/** A file that cannot be read is none; whoever reads it next says why. */
export function isConfigurationFile(path: string, io: CliIo): boolean {
  const read = path === '-' ? undefined : io.readText(path, MAX_CONFIG_BYTES)
  if (read?.ok !== true) return false
  const { root } = parseYaml(sourceText(read.file, read.text))
  return root !== undefined && isTestConfiguration(root)
}

export function readConfig(
  path: string,
  io: CliIo,
  { needs = {}, lenient = false }: { readonly needs?: Needs; readonly lenient?: boolean } = {},
): LoadConfigResult {
  const read = io.readText(path, MAX_CONFIG_BYTES)
  if (!read.ok)
    throw new HoldfastError(
      'HF_FILE',
      `cannot read \`${path}\`: ${read.reason}`,
      path === DEFAULT_CONFIG ? 'name the test configuration with -c <file>' : undefined,
    )
  return loadConfig(read.file, read.text, {
    env: io.env,
    needs,
    lenient,
    words: configWords(io),
    readFile: (name, from) => io.readText(name, MAX_CONFIG_BYTES, from),
  })
}

function configWords({ plugin = {} }: CliIo): ConfigWords {
  return {
    contract: vocabulary(plugin),
    chaos: chaosVocabulary(plugin),
    mutations: mutationVocabulary(plugin.mutations),
  }
}

/** A configuration that loads, or its problems on the screen and nothing. */
export function openConfig(path: string, io: CliIo, needs: Needs): LabConfig | undefined {
  const { config, problems, sources } = readConfig(path, io, { needs })
  printProblems(io, problems, sources)
  return config
}
