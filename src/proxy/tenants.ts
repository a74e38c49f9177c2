import type { RawHeaders } from './headers.ts'
import { credentialHash, credentialsOf } from './credentials.ts'
import type { Tenant } from './tenant.ts'

/** Which requests a contract is for. */
export type Selector =
  | { readonly kind: 'default' }
  /** Everything under a path such as `/team-a`. */
  | { readonly kind: 'prefix'; readonly prefix: string }
  /** Everything a client with this credential sends, by the SHA-256 of the credential. */
  | { readonly kind: 'key'; readonly sha256: string }

export interface Selected {
  readonly tenant: Tenant
  /** The path without the contract's prefix. */
  readonly path: string
}

/** Finds the contract for a request: by path first, then by credential, then the default one. */
export class Tenants {
  private readonly byPrefix: { readonly prefix: string; readonly tenant: Tenant }[] = []
  private readonly byKey = new Map<string, Tenant>()
  private fallback: Tenant | undefined = undefined

  add(selector: Selector, tenant: Tenant): void {
    if (selector.kind === 'prefix') this.byPrefix.push({ prefix: selector.prefix, tenant })
    else if (selector.kind === 'key') this.byKey.set(selector.sha256, tenant)
    else this.fallback = tenant
    this.byPrefix.sort((left, right) => right.prefix.length - left.prefix.length)
  }

  all(): readonly Tenant[] {
    const found = new Set([...this.byPrefix.map(({ tenant }) => tenant), ...this.byKey.values()])
    if (this.fallback !== undefined) found.add(this.fallback)
    return [...found]
  }

  select(path: string, headers: RawHeaders): Selected | undefined {
    for (const { prefix, tenant } of this.byPrefix)
      if (path.startsWith(prefix) && (path.length === prefix.length || '/?'.includes(path[prefix.length]!)))
        return { tenant, path: path.slice(prefix.length) || '/' }
    const tenant = this.ofKey(path, headers) ?? this.fallback
    return tenant === undefined ? undefined : { tenant, path }
  }

  private ofKey(path: string, headers: RawHeaders): Tenant | undefined {
    if (this.byKey.size === 0) return undefined
    for (const credential of credentialsOf(headers, path)) {
      const tenant = this.byKey.get(credentialHash(credential))
      if (tenant !== undefined) return tenant
    }
    return undefined
  }
}
