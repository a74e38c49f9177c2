import { nearestRule, pathPattern, type Pattern } from './patterns.ts'

/** A URL that may be asked for, or why it is not one. */
export type ParsedUrl =
  | { readonly ok: true; readonly url: URL; readonly host: string; readonly path: string }
  | { readonly ok: false; readonly reason: string }

// oxlint-disable-next-line no-control-regex -- matching control characters is the point
const FORBIDDEN = /[\u0000-\u0020\u007f-\u009f\\]/u
/** A server may read these as `/`, `\` or `.` although the URL standard does not. */
const HIDDEN_SEPARATOR = /%(?:2f|5c|00|25(?:2e|2f|5c))/iu

export function parseUrl(written: string): ParsedUrl {
  if (FORBIDDEN.test(written))
    return { ok: false, reason: 'it holds spaces, control characters or backslashes' }
  if (!URL.canParse(written)) return { ok: false, reason: 'it is not an absolute URL' }
  const url = new URL(written)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { ok: false, reason: `\`${url.protocol}\` is neither http nor https` }
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/\/[^/?#]*@/iu.test(written))
    return { ok: false, reason: 'it holds credentials, which can disguise the host' }
  if (HIDDEN_SEPARATOR.test(url.pathname)) return { ok: false, reason: 'its path holds encoded separators' }
  return { ok: true, url, host: plainHost(url.hostname), path: plainPath(url.pathname) }
}

/** `example.com.` is the same host as `example.com`. */
function plainHost(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host
}

/** Letters that need no encoding are decoded, so that `/%61dmin` is `/admin`. */
function plainPath(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/giu, (code) => {
    const letter = String.fromCodePoint(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/u.test(letter) ? letter : code.toUpperCase()
  })
}

export interface UrlPattern {
  readonly written: string
  /** The host is named in full, as an address or `localhost`, so its author meant that very machine. */
  readonly namesLocalHost: boolean
  matches(parsed: Extract<ParsedUrl, { readonly ok: true }>): boolean
}

export type UrlPatternResult =
  | { readonly ok: true; readonly pattern: UrlPattern; readonly note?: string }
  | { readonly ok: false; readonly reason: string; readonly hint: string }

const SHAPE = /^(https?):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?$/iu

/** `https://host:port/path/**`; the host may begin with `*.`, the port may be `*`. */
export function urlPattern(written: string): UrlPatternResult {
  if (written === '*') return { ok: true, pattern: { written, namesLocalHost: false, matches: () => true } }
  const [, scheme, authority, rawPath, query = ''] = SHAPE.exec(written) ?? []
  if (scheme === undefined || authority === undefined || rawPath === undefined)
    return {
      ok: false,
      reason: 'it is not a URL with `http://` or `https://`',
      hint: 'write `https://host/path/**`',
    }
  if (authority.includes('@'))
    return {
      ok: false,
      reason: 'it holds credentials, and URLs with credentials are always denied',
      hint: 'remove everything up to `@`',
    }
  // `https://api.example*` must not let `https://api.example.evil.tld/` in: the star is about what follows the host
  const glued = authority.endsWith('*') && !authority.endsWith(':*') && authority !== '*'
  const host = readHost(glued ? authority.slice(0, -1) : authority, scheme.toLowerCase())
  if (host === undefined)
    return {
      ok: false,
      reason: `\`${authority}\` is not a host that can match`,
      hint: '`*` may stand for the whole host, or as `*.example.com`, or for the port',
    }
  const path = pathMatcher(glued ? '/**' : rawPath, query)
  return {
    ok: true,
    pattern: {
      written,
      namesLocalHost: host.isLocal,
      matches: ({ url, host: name, path: wanted }) =>
        url.protocol === `${scheme.toLowerCase()}:` &&
        host.matches(name, url.port) &&
        path(wanted, url.search),
    },
    ...(glued && {
      note: `it matches the host \`${authority.slice(0, -1)}\` alone, not hosts that begin so`,
    }),
  }
}

interface HostPattern {
  readonly isLocal: boolean
  matches(host: string, port: string): boolean
}

function readHost(authority: string, scheme: string): HostPattern | undefined {
  const anyPort = authority.endsWith(':*')
  const written = anyPort ? authority.slice(0, -2) : authority
  const wild = written === '*' || written.startsWith('*.')
  const sample = wild ? written.replace(/^\*(?=\.|$)/u, 'x') : written
  const url = `${scheme}://${sample}/`
  if (sample === '' || sample.includes('*') || !URL.canParse(url)) return undefined
  const { hostname, port } = new URL(url)
  const host = plainHost(hostname)
  const isRight = wild
    ? (name: string) => written.startsWith('*:') || written === '*' || name.endsWith(host.slice(1))
    : (name: string) => name === host
  return {
    isLocal: !wild && (host === 'localhost' || host.startsWith('[') || /^[\d.]+$/u.test(host)),
    matches: (name, used) => isRight(name) && (anyPort || used === port),
  }
}

/** A pattern without `*` also fixes the query; with it any query may follow. */
function pathMatcher(written: string, query: string): (path: string, search: string) => boolean {
  const path = written === '' ? '/' : written
  if (!path.includes('*')) {
    const wanted = plainPath(new URL(`http://x${path}`).pathname)
    return (found, search) => found === wanted && search === query
  }
  const pattern: Pattern = pathPattern(path)
  return (found, search) => pattern.matches(found) && (query === '' || search === query)
}

export function nearestUrlRule(url: string, patterns: readonly UrlPattern[]): string | undefined {
  return nearestRule(
    url,
    patterns.map(({ written }) => written),
  )
}
