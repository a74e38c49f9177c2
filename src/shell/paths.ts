import { ANY_PATH, ANY_TEXT, ANY_WORDS, HOME_FOLDER, isFree, SOME_NAME } from './symbols.ts'

/** One spelling for every path: no `//`, `.` or trailing slash, `..` taken back, `/proc/self/root` seen through. */
export function normalPath(path: string): string {
  if (!/[/\\]|^\.{1,2}$/u.test(path)) return path
  const slashed = path.includes('\\') ? path.replaceAll('\\', '/') : path
  const withoutDrive = /^[A-Za-z]:(?:\/|$)/u.test(slashed) ? slashed.slice(2) || '/' : slashed
  const isAbsolute = withoutDrive.startsWith('/')
  const parts: string[] = []
  for (const part of withoutDrive.split('/')) {
    if (part === '' || part === '.') continue
    const isBackFromName =
      part === '..' && parts.length > 0 && parts.at(-1) !== '..' && !isFree(parts.at(-1)!)
    if (isBackFromName) parts.pop()
    else if (part !== '..' || !isAbsolute) parts.push(part)
    if (isAbsolute && isRootAgain(parts)) parts.length = 0
  }
  return isAbsolute ? `/${parts.join('/')}` : parts.join('/') || '.'
}

function isRootAgain(parts: readonly string[]): boolean {
  return parts.length === 3 && parts[0] === 'proc' && parts[2] === 'root'
}

/** The path as seen from `folder`; without a known folder a relative path stays relative. */
export function resolvePath(path: string, folder: string): string {
  const isRelative = !path.startsWith('/') && !/^[A-Za-z]:[/\\]/u.test(path)
  // unknown text may hold a whole path, so a folder in front of it would hide what it can be
  const startsUnknown = path.startsWith(ANY_TEXT) || path.startsWith(ANY_WORDS)
  return normalPath(isRelative && folder !== '' && !startsUnknown ? `${folder}/${path}` : path)
}

/** Last part of a path, as programs are named by it. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** The program a path names: its last part, lower case, without `.exe`. */
export function programName(path: string): string {
  if (/^[a-z\d_.+-]+$/u.test(path) && !path.endsWith('.exe')) return path
  const name = baseName(path).toLowerCase()
  return name.endsWith('.exe') ? name.slice(0, -4) : name
}

/** Somewhere in a user's files: what `mktemp` and project lookups print. */
export const DEEP_FOLDER = `${HOME_FOLDER}/${SOME_NAME}`
export const TEMPORARY_FOLDER = `/tmp/${SOME_NAME}`
/** Names relative to the folder in force, as listings print them. */
export const LISTED_NAME = `${SOME_NAME}${ANY_PATH}`
