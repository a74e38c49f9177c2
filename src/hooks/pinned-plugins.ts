import { readFileSync } from 'node:fs'
import { builtInVocabulary, vocabulary, type Vocabulary } from '../contract/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import { loadPlugin } from '../plugins/index.ts'
import { sha256Hex } from './sha256.ts'

/**
 * A file with plugins as a person let it in. A hook runs beside an agent that may write files, so it runs no code
 * that it merely finds, and no other text than the one that was there when it was installed.
 */
export interface PinnedPlugins {
  /** Absolute. */
  readonly file: string
  /** Of its text. A command that was written by hand may leave it out. */
  readonly hash?: string
}

export function pinned(file: string): PinnedPlugins {
  return { file, hash: hashOf(file) }
}

export async function pinnedWords({ file, hash }: PinnedPlugins): Promise<Vocabulary> {
  if (hash !== undefined && hashOf(file) !== hash)
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `\`${file}\` is not the text it was when the hook was installed, so it is not run`,
      'read what changed, and install the hook again',
    )
  const { operators, predicates, checks } = builtInVocabulary()
  const taken = {
    operators: [...operators.keys()],
    predicates: [...predicates.keys()],
    checks: [...checks.keys()],
  }
  return vocabulary(await loadPlugin(file, taken))
}

function hashOf(file: string): string {
  try {
    return sha256Hex(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new HoldfastError('HF_FILE', `\`${file}\` cannot be read`, undefined, { cause: error })
  }
}
