import type { Log } from './log.ts'
import { reload, type Reloadable } from './reload.ts'
import type { Tenants } from './tenants.ts'

/** The mark that lifts a pause; the engine knows it by this name. */
export const RELEASE_MARK = 'holdfast:release'

export interface Admin {
  readonly tenants: Tenants
  readonly reloadables: readonly Reloadable[]
  readonly log: Log
}

export interface AdminAnswer {
  readonly status: number
  readonly body: object
}

/** `POST /admin/reload`, `/admin/sessions/<id>/release` and `/admin/sessions/<id>/reset`. */
export async function administer(admin: Admin, method: string, path: string): Promise<AdminAnswer> {
  if (method !== 'POST') return { status: 405, body: { error: 'use POST' } }
  if (path === '/admin/reload') return reloadAll(admin)
  const [, encoded, action] = /^\/admin\/sessions\/(.+)\/(release|reset)$/u.exec(path) ?? []
  if (encoded === undefined) return { status: 404, body: { error: 'there is nothing of this name' } }
  const id = decoded(encoded)
  const tenant = admin.tenants.all().find(({ namespace }) => id.startsWith(`${namespace}/`))
  if (tenant === undefined) return { status: 404, body: { error: `no contract here has a session ${id}` } }
  const session = await tenant.open(id)
  if (session.isNew) {
    if (session.inFlight === 0) tenant.sessions.drop(id)
    return { status: 404, body: { error: `there is no session ${id}` } }
  }
  const base = { sessionId: id, surface: 'proxy' } as const
  if (action === 'release') tenant.judge(session, { kind: 'mark', marker: RELEASE_MARK, ...base })
  else await tenant.reset(session)
  await tenant.flush(session)
  admin.log({ level: 'warn', code: `session-${action}`, message: `session ${id}: ${action} by an operator` })
  return { status: 200, body: { session: id, done: action } }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function reloadAll({ reloadables, log }: Admin): AdminAnswer {
  const results = reloadables.map((reloadable) => reload(reloadable, log))
  const isRefused = results.some(({ outcome }) => outcome === 'refused')
  return { status: isRefused ? 422 : 200, body: { results } }
}
