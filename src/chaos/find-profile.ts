import { HoldfastError } from '../kit/errors.ts'
import { didYouMean } from '../kit/nearest-name.ts'
import type { Profile } from './define-profile.ts'
import { PROFILES } from './profiles/index.ts'

export function findProfile(name: string): Profile {
  const found = PROFILES.find((profile) => profile.name === name)
  if (found !== undefined) return found
  throw new HoldfastError(
    'HF_UNKNOWN_NAME',
    `unknown chaos profile \`${name}\``,
    didYouMean(
      name,
      PROFILES.map((profile) => profile.name),
    ),
  )
}
