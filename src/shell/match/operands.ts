import { normalPath, resolvePath } from '../paths.ts'
import { ANY_PATH, ANY_TEXT, HOME_FOLDER, isFree, SOME_NAME } from '../symbols.ts'
import type { Text } from '../text.ts'
import { better, fits, symbolicGlob, type Fit, type SymbolicGlob } from './symbolic.ts'

/** One operand of a pattern: `/*`, `777`, `of=/dev/*`. */
export interface OperandPattern {
  /** `of` in `of=/dev/*`. */
  readonly key: string | undefined
  /** `X/*` is `X` and its direct children, `X/**` is `X` and everything below. */
  readonly globs: readonly SymbolicGlob[]
  readonly isAbsolute: boolean
}

const KEYED = /^([a-z][\w-]*)=(.*)$/su

export function operandPattern(source: string): OperandPattern {
  const keyed = KEYED.exec(source)
  const path = (keyed?.[2] ?? source).replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/u, HOME_FOLDER)
  const folder = /^(.*)\/\*{1,2}$/su.exec(path)
  const paths = folder === null ? [normalPath(path)] : [normalPath(folder[1] || '/'), normalPath(path)]
  return { key: keyed?.[1], globs: paths.map(symbolicGlob), isAbsolute: path.startsWith('/') }
}

/** Folders that stand directly below the root on common systems. */
const ROOT_FOLDERS = new Set(
  'bin boot dev etc home lib lib32 lib64 media mnt opt proc root run sbin srv sys tmp usr var Applications Library System Users Volumes private Windows'.split(
    ' ',
  ),
)

/** How a command's operand, seen from its folder, fits. */
export function operandFits(pattern: OperandPattern, operand: Text, folder: string, program: string): Fit {
  let { value } = operand
  if (pattern.key !== undefined) {
    const keyed = KEYED.exec(value)
    if (keyed === null || keyed[1] !== pattern.key) return isFree(value[0] ?? '') ? 'maybe' : 'no'
    value = keyed[2]!
  }
  if (program === 'chmod') value = fullMode(value)
  let best: Fit = 'no'
  for (const path of meanings(value, folder, pattern.isAbsolute)) {
    for (const glob of pattern.globs) best = better(best, fits(glob, path))
    if (best === 'yes') return best
  }
  return best
}

/** Every path the operand may mean. */
function meanings(value: string, folder: string, isAbsolute: boolean): readonly string[] {
  if (!isAbsolute) return [laterUnknowns(normalPath(value))]
  const relativeToUnknown = folder.startsWith(ANY_TEXT) && !value.startsWith('/') && !isFree(value[0] ?? '')
  if (relativeToUnknown) return isRisky(normalPath(value)) ? [ANY_TEXT] : []
  if (folder === '' && value.startsWith('./') && !value.includes('..')) return []
  const path = resolvePath(value, folder)
  if (path.startsWith('..')) return climbs(path) ? [ANY_TEXT] : []
  // what the shell or `find` puts at the front of a relative path never makes it absolute
  if (!path.startsWith('/') && !isFree(path[0] ?? '')) return []
  return [laterUnknowns(path)]
}

/** In a folder that is not known, only what could be a folder of the system or everything in it counts. */
function isRisky(path: string): boolean {
  const first = path.split('/')[0]!
  return (
    first === '.' ||
    first === '..' ||
    /[\uE003-\uE005]/u.test(first) ||
    (ROOT_FOLDERS.has(first) && !path.includes('/'))
  )
}

/** `../../../..` gets to the root from where people work; `../build` does not. */
function climbs(path: string): boolean {
  const parts = path.split('/')
  const ups = parts.findIndex((part) => part !== '..')
  const rest = ups < 0 ? [] : parts.slice(ups)
  return (ups < 0 ? parts.length : ups) >= 3 && (rest.length === 0 || isRisky(rest.join('/')))
}

/**
 * Unknown text counts when a path is unknown from its start. Behind a known folder it is taken as a name:
 * `/opt/$APP` is meant to be something below `/opt`.
 */
function laterUnknowns(path: string): string {
  if (!isFree(path)) return path
  const parts = path.split('/')
  const firstName = path.startsWith('/') ? 1 : 0
  return parts
    .map((part, index) =>
      index > firstName && isFree(part)
        ? part.replaceAll(/[\uE000\uE001]/gu, `${SOME_NAME}${ANY_PATH}`)
        : part,
    )
    .join('/')
}

/** Every spelling of "everyone may do everything". */
function fullMode(mode: string): string {
  if (/^[0-7]{0,2}777$/u.test(mode)) return '777'
  const granted = new Set<string>()
  for (const clause of mode.split(',')) {
    const grant = /^([ugoa]*)[+=]([rwxXst]+)$/u.exec(clause)
    if (grant === null) return mode
    const who = grant[1] === '' || grant[1]!.includes('a') ? 'ugo' : grant[1]!
    for (const one of who) for (const right of grant[2]!.toLowerCase()) granted.add(one + right)
  }
  const isFull = ['u', 'g', 'o'].every((one) => ['r', 'w', 'x'].every((right) => granted.has(one + right)))
  return isFull ? '777' : mode
}
