import { CLASS, DIGIT, LETTER } from './characters.ts'
import type { PiiGroup } from './groups.ts'
import { recogniseIpv6 } from './ip-address.ts'
import { recogniseAnnouncedSecret } from './keys/announced-secret.ts'
import { recogniseUrlCredentials } from './keys/url-credentials.ts'
import type { Recogniser } from './window.ts'

const COLON = 0x3a
const SLASH = 0x2f

/** Called at a colon: an IPv6 address, `scheme://user:password@host`, or `password: …`. */
export function colonRecogniser(groups: ReadonlySet<PiiGroup>): Recogniser {
  const ip = groups.has('ip_address')
  const key = groups.has('api_key')
  return (window, position) => {
    const previous = window.before(position - 1)
    if (previous === COLON) return false
    if (ip && recogniseIpv6(window, position)) return true
    // no name of a secret ends in a digit, but times do
    if (!key || (CLASS[previous]! & DIGIT) !== 0) return false
    if (window.at(position + 1) === SLASH && (CLASS[previous]! & LETTER) !== 0)
      return recogniseUrlCredentials(window, position)
    return recogniseAnnouncedSecret(window, position)
  }
}
