/** The built-in kinds of personal data and secrets, in the order in which they are tried at one place. */
export const PII_GROUPS = ['email', 'phone', 'ssn', 'credit_card', 'api_key', 'ip_address'] as const

export type PiiGroup = (typeof PII_GROUPS)[number]

/** A found value: half-open UTF-16 positions in the text, or in the whole stream. */
export interface PiiMatch {
  /** A built-in group or the name of a custom pattern. */
  readonly group: string
  readonly start: number
  readonly end: number
}

/** Asked about a candidate such as `+44 20 7946 0958`; must not call the scanner that asks. */
export type IsPhoneNumber = (candidate: string) => boolean

/** What stands in the text instead of the value: `[REDACTED_CREDIT_CARD]`. */
export function redactionMarker(group: string): string {
  return `[REDACTED_${group.toUpperCase().replaceAll(/[^A-Z0-9]/gu, '_')}]`
}
