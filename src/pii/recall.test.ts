import { expect, test } from 'vitest'
import { randomStream } from '../kit/random.ts'
import { PII_GROUPS, createPiiScanner } from './index.ts'

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ALNUM = `${CAPITALS}${CAPITALS.toLowerCase()}0123456789`
const BASE64URL = `${ALNUM}-_`
const HEX = '0123456789abcdef'

interface Form {
  readonly before: string
  readonly prefix: string
  readonly alphabet: string
  readonly chars: number
  /** The share of values drawn at random that must be redacted whole. */
  readonly leastShare: number
}

/** Formats are certain; what only a name announces is told from words by its looks, so some of it is missed. */
const FORMS: readonly Form[] = [
  { before: '', prefix: 'AKIA', alphabet: `${CAPITALS}234567`, chars: 16, leastShare: 0.999 },
  { before: '', prefix: 'sk-', alphabet: ALNUM, chars: 48, leastShare: 0.999 },
  { before: '', prefix: 'sk-', alphabet: HEX, chars: 32, leastShare: 0.999 },
  { before: '', prefix: 'sk-ant-api03-', alphabet: BASE64URL, chars: 93, leastShare: 0.999 },
  { before: '', prefix: 'ghp_', alphabet: ALNUM, chars: 36, leastShare: 0.999 },
  { before: '', prefix: 'glpat-', alphabet: BASE64URL, chars: 20, leastShare: 0.999 },
  { before: '', prefix: 'AIza', alphabet: BASE64URL, chars: 35, leastShare: 0.999 },
  { before: '', prefix: 'dapi', alphabet: HEX, chars: 32, leastShare: 0.999 },
  { before: 'Authorization: Bearer ', prefix: '', alphabet: ALNUM, chars: 40, leastShare: 0.999 },
  { before: 'aws_secret_access_key = ', prefix: '', alphabet: `${ALNUM}+/`, chars: 40, leastShare: 0.97 },
  { before: 'token: ', prefix: '', alphabet: ALNUM, chars: 32, leastShare: 0.98 },
  { before: 'token: ', prefix: '', alphabet: HEX, chars: 40, leastShare: 0.99 },
  { before: 'token: ', prefix: '', alphabet: BASE64URL, chars: 20, leastShare: 0.95 },
  { before: 'password: ', prefix: '', alphabet: `${ALNUM}!#%^*-_+`, chars: 12, leastShare: 0.9 },
]

const DRAWS = 3000
const scanner = createPiiScanner({ groups: PII_GROUPS })

test.each(FORMS)(
  '$before$prefix and $chars random characters are redacted',
  ({ before, prefix, alphabet, chars, leastShare }) => {
    const random = randomStream(4117, `${before}${prefix}${chars}`)
    const draw = (): string => alphabet[Math.floor(random() * alphabet.length)]!
    let redacted = 0
    for (let count = 0; count < DRAWS; count += 1) {
      const value = `${prefix}${Array.from({ length: chars }, draw).join('')}`
      if (scanner.redact(`${before}${value} end`).text === `${before}[REDACTED_API_KEY] end`) redacted += 1
    }
    expect(redacted / DRAWS).toBeGreaterThanOrEqual(leastShare)
  },
)
