import { entryOf, type Located } from '../../kit/source/index.ts'
import { urlPattern } from '../policy/url-pattern.ts'
import type { Subject } from './subject.ts'

type Complaint = { readonly why: string; readonly hint?: string } | undefined

/** Patterns that cannot match anything, so that an author learns it here and not from a denial. */
export function checkPolicy({ root, report }: Subject): void {
  const policy = entryOf(root, 'policy')?.value
  const check = (family: string, key: string, complain: (pattern: string) => Complaint): void => {
    const list = entryOf(entryOf(policy, family)?.value, key)?.value
    for (const item of list?.kind === 'list' ? list.items : []) {
      const pattern = textOf(item)
      const complaint = pattern === undefined ? undefined : complain(pattern)
      if (complaint !== undefined)
        report({
          level: 'warning',
          code: 'dead-pattern',
          path: `policy.${family}.${key}`,
          offset: item.start,
          message: `\`${pattern}\` can never match: ${complaint.why}`,
          ...(complaint.hint !== undefined && { hint: complaint.hint }),
        })
    }
  }
  for (const key of ['read', 'write', 'delete', 'list']) check('fs', key, pathComplaint)
  check('env', 'read_keys', nameComplaint)
  check('http', 'urls', (pattern) => {
    const result = urlPattern(pattern)
    return result.ok ? undefined : { why: result.reason, hint: result.hint }
  })
  check('http', 'methods', (method) =>
    /^(?:[A-Za-z]+|\*)$/u.test(method)
      ? undefined
      : { why: 'it is not a method', hint: 'write "GET", "POST", …' },
  )
  check('shell', 'commands', (pattern) =>
    pattern === '*' || pattern.startsWith('/')
      ? undefined
      : { why: 'programs are named by their absolute path', hint: 'write "/usr/bin/git"' },
  )
  check('mcp', 'tools', nameComplaint)
  check('mcp', 'resources', nameComplaint)
  noteGlued(policy, report)
}

function textOf(item: Located): string | undefined {
  return item.kind === 'scalar' && typeof item.value === 'string' ? item.value : undefined
}

function pathComplaint(pattern: string): Complaint {
  if (pattern === '') return { why: 'it is empty' }
  if (pattern === '**')
    return { why: 'it names no folder', hint: 'write "*" for everything, or "/folder/**"' }
  if (/[?[\]{}]/u.test(pattern))
    return { why: '`?`, brackets and braces have no meaning in a path pattern', hint: 'only `*` and `**` do' }
  if (pattern.split('/').includes('..'))
    return { why: 'real paths hold no `..`', hint: 'write the folder it leads to' }
  return pattern.includes('\\') ? { why: 'paths are written with `/`' } : undefined
}

function nameComplaint(pattern: string): Complaint {
  if (pattern === '') return { why: 'it is empty' }
  return pattern.slice(0, -1).includes('*')
    ? { why: '`*` has a meaning only at the end of a name', hint: 'write a prefix and `*`' }
    : undefined
}

/** Allowed, and narrower than it looks. */
function noteGlued(policy: Located | undefined, report: Subject['report']): void {
  const urls = entryOf(entryOf(policy, 'http')?.value, 'urls')?.value
  for (const item of urls?.kind === 'list' ? urls.items : []) {
    const result = urlPattern(textOf(item) ?? '*')
    if (result.ok && result.note !== undefined)
      report({
        level: 'warning',
        code: 'narrow-pattern',
        path: 'policy.http.urls',
        offset: item.start,
        message: `\`${textOf(item)}\`: ${result.note}`,
        hint: 'write `/**` behind the host',
      })
  }
}
