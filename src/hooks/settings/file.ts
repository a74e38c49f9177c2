import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HoldfastError } from '../../kit/errors.ts'
import type { HookHost, Scope } from '../host.ts'
import { homeFolder, type Environment } from '../state-folder.ts'

export interface Place {
  readonly cwd: string
  readonly env: Environment
}

/** Where a host looks for its hooks in a scope; nothing where it has no such file. */
export function settingsFile({ settings }: HookHost, scope: Scope, { cwd, env }: Place): string | undefined {
  const path = settings.files[scope]
  if (path === undefined) return undefined
  if (scope !== 'user') return join(cwd, path)
  const { homeVariable } = settings
  const moved = homeVariable === undefined ? undefined : env[homeVariable.name]
  return moved ? join(moved, path.slice(homeVariable!.replaces.length + 1)) : join(homeFolder(env), path)
}

/** The text of a settings file, or nothing when there is none. */
export function readSettings(file: string): string | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new HoldfastError('HF_FILE', `cannot read \`${file}\`: ${(error as Error).message}`)
  }
  const text = bytes.toString('utf8')
  // what cannot be written back as it was must not be written at all
  if (!Buffer.from(text, 'utf8').equals(bytes))
    throw new HoldfastError('HF_INVALID_FILE', `\`${file}\` is not UTF-8`, 'nothing was changed in it')
  return text
}

/** Either the old text or the new one, whenever the machine stops; a link stays a link, and the mode stays. */
export function writeSettings(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const target = statSync(file, { throwIfNoEntry: false }) === undefined ? file : realpathSync(file)
    const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o644
    const temporary = `${target}.${randomBytes(4).toString('hex')}.tmp`
    writeFileSync(temporary, text, { mode: mode & 0o777 })
    renameSync(temporary, target)
  } catch (error) {
    throw new HoldfastError('HF_FILE', `cannot write \`${file}\`: ${(error as Error).message}`, undefined, {
      cause: error,
    })
  }
}
